// The documents of the session, for pages that do not ask it themselves yet.

import { read } from "../sync/store.js";
import { pull } from "../sync/transport.js";

export const documentOf = async (code) => (await read(code))?.document ?? undefined;
export const current = documentOf;
export const refresh = pull;
export const put = () => Promise.reject(new Error("not here any more"));
