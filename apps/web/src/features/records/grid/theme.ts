/** The grid's colours and its icon fonts, as glide-data-grid takes them. */
import { type Theme, withAlpha } from '@glideapps/glide-data-grid'
import { useEffect, useState } from 'react'
import { fontFamily } from '../../../ui/canvas/brush.ts'
import { type CanvasColors, onColorsChange, readColors } from '../../../ui/canvas/colors.ts'

export function useGridColors(): CanvasColors {
  const [colors, setColors] = useState(readColors)
  useEffect(() => {
    const read = () =>
      setColors((known) => {
        const next = readColors()
        return JSON.stringify(known) === JSON.stringify(next) ? known : next
      })
    read()
    return onColorsChange(read)
  }, [])
  return colors
}

export function themeOf(colors: CanvasColors): Partial<Theme> {
  return {
    accentColor: colors.focus,
    accentFg: colors.onAccent,
    accentLight: withAlpha(colors.focus, colors.scheme === 'dark' ? 0.2 : 0.1),
    textDark: colors.text,
    textMedium: colors.muted,
    textLight: colors.muted,
    textBubble: colors.text,
    textHeader: colors.muted,
    textHeaderSelected: colors.text,
    bgCell: colors.page,
    bgCellMedium: colors.chrome,
    bgHeader: colors.chrome,
    bgHeaderHasFocus: colors.hover,
    bgHeaderHovered: colors.hover,
    bgIconHeader: colors.muted,
    fgIconHeader: colors.page,
    bgBubble: colors.hover,
    bgBubbleSelected: colors.accentSoft,
    bgSearchResult: colors.accentSoft,
    borderColor: colors.border,
    horizontalBorderColor: colors.border,
    headerBottomBorderColor: colors.border,
    drilldownBorder: colors.border,
    linkColor: colors.accentText,
    resizeIndicatorColor: colors.focus,
    cellHorizontalPadding: 10,
    cellVerticalPadding: 3,
    headerFontStyle: '500 12px',
    baseFontStyle: '13px',
    markerFontStyle: '11px',
    fontFamily,
    editorFontSize: '13px',
    roundingRadius: 4,
  }
}

const requestedFonts = new Set<string>()

/** Requests the font once, and redraws when it has loaded. */
export function iconFont(style: string, redraw: () => void): string {
  const family = style === 'far' ? 'Regular' : style === 'fab' ? 'Brands' : 'Solid'
  const font = `${style === 'far' || style === 'fab' ? 400 : 900} 14px "Muster Icons ${family}"`
  if (!requestedFonts.has(font)) {
    requestedFonts.add(font)
    void document.fonts?.load(font, '\uf007').then(() => redraw())
  }
  return font
}
