/**
 * A brand as a Mantine theme and as CSS variables. Styles use the variables only:
 * `--m-page --m-chrome --m-raised --m-sunken --m-hover --m-border --m-border-strong --m-control-border`,
 * `--m-text --m-muted --m-accent --m-accent-hover --m-accent-text --m-accent-soft --m-on-accent --m-focus`,
 * `--m-danger --m-danger-text`, `--m-<status>-ground --m-<status>-text` (status-colors.ts), `--m-shadow`.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import type { Brand } from '../../../../brands/brand.ts'
import { statusColors } from './status-colors.ts'

type Variables = Record<`--${string}`, string>

const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

export function themeOf(brand: Brand): MantineThemeOverride {
  return createTheme({
    colors: {
      brand: brand.accent as unknown as MantineColorsTuple,
      gray: brand.neutral as unknown as MantineColorsTuple,
      dark: brand.dark as unknown as MantineColorsTuple,
    },
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    white: '#ffffff',
    black: brand.neutral[9],
    fontFamily,
    fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
    fontSizes: { xs: '13px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.3' },
    spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    radius: { xs: '3px', sm: '4px', md: '6px', lg: '6px', xl: '12px' },
    defaultRadius: 'md',
    headings: {
      fontFamily,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '1.3' },
        h2: { fontSize: '16px', lineHeight: '1.4' },
        h3: { fontSize: '14px', lineHeight: '1.45' },
        h4: { fontSize: '13px', lineHeight: '1.45' },
      },
    },
    shadows: { xs: 'none', sm: 'none', md: 'var(--m-shadow)', lg: 'var(--m-shadow)', xl: 'var(--m-shadow)' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Button: { defaultProps: { size: 'sm' } },
      // The colour of a warning is too light for text.
      Alert: { styles: { title: { color: 'var(--m-text)' } } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
      Modal: {
        defaultProps: {
          centered: true,
          transitionProps: { duration: 140, transition: 'fade' },
          radius: 'md',
        },
      },
      Drawer: { defaultProps: { transitionProps: { duration: 160 }, padding: 'lg' } },
      Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', radius: 'md', offset: 4 } },
      Popover: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md' } },
      Select: { defaultProps: { comboboxProps: { transitionProps: { duration: 120 } } } },
      Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
    },
  })
}

/** The variables of a brand in both schemes; `MantineProvider cssVariablesResolver={variablesOf(brand)}`. */
export function variablesOf(brand: Brand): CSSVariablesResolver {
  return () => {
    const { variables, light, dark } = schemesOf(brand)
    return { variables, light, dark }
  }
}

/** The plain values, for drawing on a canvas and for the contrast test. */
export function schemesOf(brand: Brand): { variables: Variables; light: Variables; dark: Variables } {
  const { accent, neutral, dark } = brand
  return {
    variables: {
      '--m-accent': accent[6],
      '--m-accent-hover': accent[7],
      '--m-on-accent': '#ffffff',
      '--m-danger': '#c4281c',
      '--m-top-bar': '48px',
      '--m-side-bar': '232px',
      '--m-side-bar-collapsed': '56px',
      '--mantine-color-brand-filled': accent[6],
      '--mantine-color-brand-filled-hover': accent[7],
    },
    light: {
      ...scheme({
        page: '#ffffff',
        chrome: neutral[1],
        raised: '#ffffff',
        sunken: neutral[1],
        hover: neutral[2],
        border: neutral[3],
        borderStrong: neutral[4],
        controlBorder: '#8b8f97',
        text: neutral[9],
        muted: neutral[7],
        accentText: accent[7],
        accentSoft: accent[1],
        focus: accent[6],
        dangerText: '#b3261e',
        shadow: '0 0 0 1px rgb(0 0 0 / 5%), 0 8px 24px rgb(15 18 25 / 14%)',
      }),
      ...statusVariables('light'),
    },
    dark: {
      ...scheme({
        page: dark[7],
        chrome: dark[8],
        raised: dark[6],
        sunken: dark[8],
        hover: dark[5],
        border: dark[5],
        borderStrong: dark[4],
        controlBorder: '#71767f',
        text: dark[0],
        muted: dark[2],
        accentText: accent[3],
        accentSoft: `color-mix(in oklab, ${accent[6]} 26%, ${dark[7]})`,
        focus: accent[4],
        dangerText: '#ff9d93',
        shadow: '0 0 0 1px rgb(255 255 255 / 7%), 0 10px 28px rgb(0 0 0 / 55%)',
      }),
      ...statusVariables('dark'),
    },
  }
}

interface Scheme {
  page: string
  chrome: string
  raised: string
  sunken: string
  hover: string
  border: string
  borderStrong: string
  controlBorder: string
  text: string
  muted: string
  accentText: string
  accentSoft: string
  focus: string
  dangerText: string
  shadow: string
}

/** Our names, and Mantine's for the same values. */
function scheme(s: Scheme): Variables {
  return {
    '--m-page': s.page,
    '--m-chrome': s.chrome,
    '--m-raised': s.raised,
    '--m-sunken': s.sunken,
    '--m-hover': s.hover,
    '--m-border': s.border,
    '--m-border-strong': s.borderStrong,
    '--m-control-border': s.controlBorder,
    '--m-text': s.text,
    '--m-muted': s.muted,
    '--m-accent-text': s.accentText,
    '--m-accent-soft': s.accentSoft,
    '--m-focus': s.focus,
    '--m-danger-text': s.dangerText,
    '--m-shadow': s.shadow,
    '--mantine-color-body': s.page,
    '--mantine-color-text': s.text,
    '--mantine-color-bright': s.text,
    '--mantine-color-dimmed': s.muted,
    '--mantine-color-placeholder': s.muted,
    '--mantine-color-anchor': s.accentText,
    '--mantine-color-error': s.dangerText,
    '--mantine-color-default': s.raised,
    '--mantine-color-default-hover': s.hover,
    '--mantine-color-default-color': s.text,
    '--mantine-color-default-border': s.borderStrong,
    '--mantine-color-disabled': s.sunken,
    '--mantine-color-disabled-color': s.muted,
    '--mantine-color-disabled-border': s.border,
    '--mantine-color-brand-text': s.accentText,
    '--mantine-color-brand-light': s.accentSoft,
    '--mantine-color-brand-light-hover': s.accentSoft,
    '--mantine-color-brand-light-color': s.accentText,
    '--mantine-color-brand-outline': s.accentText,
    '--mantine-color-gray-light': s.hover,
    '--mantine-color-gray-light-hover': s.hover,
    '--mantine-color-gray-light-color': s.text,
    '--mantine-color-gray-text': s.muted,
  }
}

function statusVariables(mode: 'light' | 'dark'): Variables {
  const variables: Variables = {}
  for (const [name, colors] of Object.entries(statusColors)) {
    variables[`--m-${name}-ground`] = colors[mode].ground
    variables[`--m-${name}-text`] = colors[mode].text
  }
  return variables
}
