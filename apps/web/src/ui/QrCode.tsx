/** A text as a QR code: dark on white in every colour scheme, because not all cameras read it inverted. */
import { useMemo } from 'react'
import { renderSVG } from 'uqr'
import classes from './QrCode.module.css'

export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const source = useMemo(() => qrSource(text), [text])
  return <img className={classes.code} src={source} alt={label} width={size} height={size} />
}

/** The code as the address of a picture that scales. */
export const qrSource = (text: string): string =>
  `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(text, { border: 2 }))}`
