/**
 * The tool through which the app keeps the view's state. It is in a module of its own because
 * the bundler marks the documents that contain this module: only for those the app has the tool.
 */
export const stateTool = "oriel_state";
