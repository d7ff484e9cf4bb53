/** The message of an internal error, in its own file so that public pages do not load the messages of all errors. */
export const INTERNAL_ERROR_MESSAGE = 'Something went wrong on our side. Please try again.'
