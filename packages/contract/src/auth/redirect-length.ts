/** Characters of an address to return to after signing in with a provider; a cookie holds it meanwhile. Apart from the schemas, for the sign-in page. */
export const maxRedirectLength = 2000
