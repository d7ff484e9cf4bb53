/** Makes zod's messages plain English. They do not name the field: the API and the settings put its name before them. */
import { z } from 'zod'
import { plainEnglish } from '#contract/values/validation-messages.ts'

z.config(plainEnglish({ named: false }))
