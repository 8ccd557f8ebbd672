/** A colour for each person, the same in every window. White letters on it have 4.5:1. */
const colors = [
  '#b4232c',
  '#0b6bcb',
  '#1a7a3c',
  '#8a4b00',
  '#7a3fc4',
  '#0b7285',
  '#a61e6b',
  '#4d5a0f',
] as const

export const colorOf = (teamUserId: number): string => colors[teamUserId % colors.length] as string
