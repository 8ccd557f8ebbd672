/**
 * A brand's wordmark, or its mark alone; the drawing for the scheme in use.
 *
 *   <BrandLogo brand={useBrand()} />   <BrandLogo brand={brand} isMark height={24} />
 */
import { useComputedColorScheme } from '@mantine/core'
import type { Brand, BrandKey } from '../../../../brands/brand.ts'
import emberMark from '../../../../brands/ember/mark.svg'
import emberDark from '../../../../brands/ember/wordmark-dark.svg'
import emberLight from '../../../../brands/ember/wordmark-light.svg'
import groveMark from '../../../../brands/grove/mark.svg'
import groveDark from '../../../../brands/grove/wordmark-dark.svg'
import groveLight from '../../../../brands/grove/wordmark-light.svg'
import harborMark from '../../../../brands/harbor/mark.svg'
import harborDark from '../../../../brands/harbor/wordmark-dark.svg'
import harborLight from '../../../../brands/harbor/wordmark-light.svg'
import musterMark from '../../../../brands/muster/mark.svg'
import musterDark from '../../../../brands/muster/wordmark-dark.svg'
import musterLight from '../../../../brands/muster/wordmark-light.svg'

const drawings: Record<BrandKey, { mark: string; light: string; dark: string }> = {
  muster: { mark: musterMark, light: musterLight, dark: musterDark },
  harbor: { mark: harborMark, light: harborLight, dark: harborDark },
  grove: { mark: groveMark, light: groveLight, dark: groveDark },
  ember: { mark: emberMark, light: emberLight, dark: emberDark },
}

/** The address of the mark's file, for the favicon. */
export const brandMarkUrl = (brand: Brand): string => drawings[brand.key].mark

export function BrandLogo({
  brand,
  isMark,
  height = 24,
}: {
  brand: Brand
  isMark?: boolean
  height?: number
}) {
  const scheme = useComputedColorScheme('light')
  return (
    <img
      src={drawings[brand.key][isMark ? 'mark' : scheme]}
      alt={brand.name}
      height={height}
      style={{ display: 'block' }}
    />
  )
}
