/** The slides and the reviews of the demo's home page. */
export const SLIDES = [
  {
    picture: 'slide-lake-dawn',
    focus: '75% 50%',
    title: 'Learn to wait for the light',
    description: 'Small classes with working photographers, from the first exposure to the print on the wall.',
  },
  {
    picture: 'slide-dunes-dusk',
    title: 'Leave the automatic behind',
    description: 'Aperture, time and patience: mornings in the sand, with coffee and an instructor beside you.',
  },
  {
    picture: 'darkroom-prints',
    title: 'Watch a picture appear',
    description: 'Our darkroom has eight enlargers, one red lamp and room for your mistakes.',
  },
  {
    picture: 'slide-star-trails',
    focus: '70% 50%',
    title: 'Stay out after dark',
    description: 'Stars, harbours and long exposures. We bring the tripods; you bring a warm coat.',
  },
]

export const REVIEWS = [
  {
    picture: 'night-harbour',
    title: 'Hanne Aasen',
    role: 'Student of Night Harbour',
    description:
      'I had owned a tripod for six years and never unfolded it. By the second evening I could set thirty seconds without looking at the dial.',
  },
  {
    picture: 'still-life-bottles',
    title: 'Oliver Grant',
    role: 'Student of Still Life by One Window',
    description:
      'Three bottles and a window for a whole day sounded thin. I have not looked at a window the same way since.',
  },
  {
    picture: 'darkroom-prints',
    title: 'Beatriz Lemos',
    role: 'Student of Your First Darkroom Print',
    description: 'Paul let me ruin eleven sheets before he said anything. The twelfth hangs in our kitchen.',
  },
  {
    picture: 'dunes-first-light',
    title: 'Kenji Watanabe',
    role: 'Student of Dunes at First Light',
    description:
      'Elias walks fast, speaks little and stands exactly where you wish you were standing. I learned most from that.',
  },
  {
    picture: 'macro-dew',
    title: 'Rosa Amato',
    role: 'Student of Dew Before Breakfast',
    description:
      'Getting up at five is the hard part. After that it is one blade of grass and a great deal of holding your breath.',
  },
  {
    picture: 'studio-flash-set',
    title: 'Daniel Mensah',
    role: 'Student of First Studio Flash',
    description:
      'One lamp, then two, then one again, because two were too many. Nobody had explained that to me before.',
  },
]
