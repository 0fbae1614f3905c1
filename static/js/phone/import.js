// The page that imports a file takes one that was shared with the app, or opened with it.

import "../offline/connection.js";
import "./shared_file.js";
