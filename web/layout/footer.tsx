import { Link } from 'react-router'
import { SubscribeForm } from '#web/features/newsletter/subscribe-form.tsx'
import { listNetworks } from '#web/school/networks.ts'
import { useSchool } from '#web/school/school.ts'

const FOUNDED = 2019

/** The foot of every page. */
export function Footer() {
  const { name, social, footerLine, footer, hasWithdrawal } = useSchool()
  return (
    <footer className="page-footer">
      <div className="footer-parts">
        <div>
          <p className="font-display text-2xl">{name}</p>
          <p className="wrap-anywhere mt-2 text-soft">{footerLine || `providing reliable since ${FOUNDED}`}</p>
        </div>
        <nav aria-label="Services" className="grid content-start justify-items-start gap-2">
          <Link to="/classes" className="quiet-link">
            Best Classes
          </Link>
          <Link to="/instructors" className="quiet-link">
            Best Instructor
          </Link>
          <Link to="/contact" className="quiet-link">
            Best Supports
          </Link>
        </nav>
        <nav aria-label="Networks" className="grid content-start justify-items-start gap-2">
          {listNetworks(social).map(([label, url]) => (
            <a key={label} href={url} className="quiet-link">
              {label}
            </a>
          ))}
        </nav>
        <SubscribeForm />
      </div>
      <div className="mt-12 flex flex-wrap justify-between gap-x-8 gap-y-3 text-sm text-soft">
        <p>
          Copyright © <span suppressHydrationWarning>{new Date().getFullYear()}</span> {name}.
          {footerLine === '' && ` An institute founded in ${FOUNDED}.`}
        </p>
        <p className="footer-pages">
          {footer.map(([to, label]) => (
            <Link key={to} to={to} className="quiet-link">
              {label}
            </Link>
          ))}
          {hasWithdrawal && (
            <Link to="/withdrawal" className="quiet-link">
              Withdraw from contract
            </Link>
          )}
        </p>
      </div>
    </footer>
  )
}
