/** Maximum length of the path to return to after sign-in; apart from the schemas, for the sign-in page. */
export const maxRedirectLength = 2000
