import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '../shell/base.css'
import { loadCompany } from '../messages/load-company.ts'
import { startApp } from '../start-app.tsx'
import { router } from './router.tsx'

await startApp({ router, load: loadCompany, staleTime: 10_000 })
