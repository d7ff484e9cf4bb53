/** What a person reads of a fault that is ours. By itself, so that pages which call need not have every error's words. */
export const FAULT_OF_OURS = 'Something went wrong on our side. Please try again.'
