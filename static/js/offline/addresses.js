// The addresses whose pages the engine in the phone makes where there is no signal (match_pages.js). Each pattern that
// is about a match finds its code. The draw for seats is the server's: it hides the cards.

export const ADDRESSES = {
  matchPage: /^\/m\/([^/]+)\/(?:everyday|correct|log)\/(?!draw\/)/,
  help: /^\/m\/([^/]+)\/help\/$/,
  board: /^\/m\/([^/]+)\/(?:\?|$)/,
  rematch: /^\/m\/([^/]+)\/rematch\/$/,
  newMatch: /^\/new\/(\?|$)/,
};
