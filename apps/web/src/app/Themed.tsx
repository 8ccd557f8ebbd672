/** Brand and colour scheme for everything below. The scheme is the user's setting, not kept in the browser. */
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useBrand } from '../lib/brand.ts'
import { useColorScheme } from '../lib/color-scheme.ts'
import { brandMarkUrl } from '../ui/BrandLogo.tsx'
import { themeOf, variablesOf } from '../ui/theme.ts'

/** Mantine's default manager writes to browser storage. */
const forgetful: MantineColorSchemeManager = {
  get: (defaultValue) => defaultValue,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

export function Themed({ children }: { children: ReactNode }) {
  const brand = useBrand()
  const scheme = useColorScheme()
  const theme = useMemo(() => themeOf(brand), [brand])
  const variables = useMemo(() => variablesOf(brand), [brand])
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    document.querySelector('link[rel="icon"]')?.setAttribute('href', brandMarkUrl(brand))
  }, [brand])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={forgetful}
      defaultColorScheme="auto"
      forceColorScheme={scheme === 'auto' ? undefined : scheme}
    >
      {children}
    </MantineProvider>
  )
}
