import { useTranslation } from 'react-i18next'
import { brands } from '../../../../../../brands/brands.ts'
import { BrandLogo } from '../../../ui/BrandLogo.tsx'
import hidden from '../../../ui/hidden.module.css'
import classes from './account.module.css'
import { Section } from './Section.tsx'
import type { AccountDraft } from './use-account-draft.ts'

/** The four brands as they look. */
export function BrandSection({ draft }: { draft: AccountDraft }) {
  const { t } = useTranslation('teams')
  return (
    <Section title={t('account.brand.title')} text={t('account.brand.text')}>
      <fieldset className={classes.brands}>
        <legend className={hidden.hidden}>{t('account.brand.label')}</legend>
        {Object.values(brands).map((brand) => (
          <label key={brand.id} className={classes.brand}>
            <input
              type="radio"
              name="brand"
              aria-label={brand.name}
              checked={draft.values.enumAppBrandId === brand.id}
              onChange={() => draft.set({ enumAppBrandId: brand.id })}
            />
            <BrandLogo brand={brand} height={20} />
            <span className={classes.sample} style={{ background: brand.accent[6] }} aria-hidden="true">
              {t('account.brand.sample')}
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
