export const title: string = "Wetter für morgen, 明日の天気";
