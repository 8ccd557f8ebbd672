/** While developing: public wizards have an entry of their own, as in `platform/http/web-app.ts` of the server. */
import type { Plugin } from 'vite'
import { readPublicWizardPath } from '../../../packages/contract/src/wizards/public-address.ts'

export function publicWizardPage(): Plugin {
  return {
    name: 'muster:public-wizard-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [path = ''] = (request.url ?? '').split('?', 1)
        if (readPublicWizardPath(path)) request.url = '/public-wizard.html'
        next()
      })
    },
  }
}
