/** Words by which people leave, come back or ask for help by SMS, in all languages of the product. */

export type OptOut = 'stop' | 'start' | 'help'

const words: Record<OptOut, readonly string[]> = {
  stop: [
    ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
    ...['alto', 'baja', 'parar', 'pare', 'cancelar', 'fin'],
    ...['arret', 'arreter', 'desabonner', 'desinscription', 'annuler'],
  ],
  start: [
    ...['start', 'unstop', 'subscribe', 'optin'],
    ...['alta', 'iniciar', 'empezar', 'comenzar', 'suscribir'],
    ...['reprendre', 'commencer', 'abonner', 'debut'],
  ],
  help: ['help', 'info', 'ayuda', 'aide', 'informacion', 'information'],
}

/** Only if the SMS is nothing but such a word, whatever its case, accents and punctuation. */
export function optOutOf(body: string): OptOut | undefined {
  const word = body
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
  return (Object.keys(words) as OptOut[]).find((act) => words[act].includes(word))
}
