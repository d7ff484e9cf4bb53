/** The demo's students besides the demo account. They have records and no logins. */
const NAMES = `
Hanne Aasen, Oliver Grant, Beatriz Lemos, Kenji Watanabe, Rosa Amato, Daniel Mensah, Ayla Demir, Jonas Vik,
Priya Nair, Matteo Greco, Lea Fischer, Omar Farouk, Sofia Petrova, Liam Byrne, Chloé Martin, Rahul Mehta,
Ines Carvalho, Pavel Novák, Amara Diallo, Theo Jansen, Mina Park, Carlos Ortega, Elin Berg, Yusuf Kaya,
Grace Mwangi, Victor Hugo Reis, Anna Kowalska, Ben Carter, Zara Malik, Nils Holm, Fatima Zahra, Lucas Moreau,
Keiko Tanaka, Emil Sørensen, Nadia Rahman, Patrick Doyle, Luisa Romero, Viktor Larsen, Tara Singh`

export const STUDENTS = NAMES.split(',').map((name) => {
  const trimmed = name.trim()
  return { name: trimmed, email: `${toLocalPart(trimmed)}@students.demo.school` }
})

/** Converts `Emil Sørensen` to `emil.sorensen`. */
function toLocalPart(name: string): string {
  const plain = name
    .replace('ø', 'o')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
  return plain.toLowerCase().replaceAll(' ', '.')
}
