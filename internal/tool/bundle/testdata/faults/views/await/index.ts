const answer = await fetch("https://api.example.com");
console.log(answer);
