/** Links in the head of a page to what its scripts will need. */

/** @param file in the folder of the web app */
export const style = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`

export const script = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}">`

/** Of the API. The browser uses it for a request with the same address and the same credentials. */
export const answer = (address: string): string =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address.replaceAll('&', '&amp;')}">`
