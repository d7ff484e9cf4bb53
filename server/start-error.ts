/** A reason not to start that the operator can mend. The message is one line; nobody needs its stack. */
export class StartError extends Error {}
