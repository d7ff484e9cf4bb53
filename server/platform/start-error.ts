/** A problem at start that the operator can fix. The message is one line, and is printed without the stack. */
export class StartError extends Error {}

/** An invalid setting. The message begins with its name. */
export class SettingError extends StartError {}
