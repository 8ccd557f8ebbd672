/**
 * Colours of states (spec section 4 names them): soft background with text, 4.5:1 in both schemes.
 * Always shown with a word or an icon, see Tag.tsx.
 */
export const statusColors = {
  gray: { light: { ground: '#eef0f4', text: '#575b64' }, dark: { ground: '#2b2e33', text: '#caced5' } },
  yellow: { light: { ground: '#fdf1c3', text: '#6c5901' }, dark: { ground: '#372d02', text: '#dcce9a' } },
  orange: { light: { ground: '#feecdf', text: '#864900' }, dark: { ground: '#43260a', text: '#fac091' } },
  blue: { light: { ground: '#e5f2ff', text: '#025da1' }, dark: { ground: '#1a2f45', text: '#a8d2ff' } },
  green: { light: { ground: '#dcf9e1', text: '#146d34' }, dark: { ground: '#14361d', text: '#a7deb1' } },
  red: { light: { ground: '#ffebe9', text: '#a9131f' }, dark: { ground: '#432421', text: '#febab4' } },
} as const

export type StatusColor = keyof typeof statusColors
