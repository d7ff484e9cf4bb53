/** A reason not to start that the operator can mend. The message is one line; nobody needs its stack. */
export class StartError extends Error {}

/** A setting that is wrong. The message begins with its name. */
export class SettingError extends StartError {}
