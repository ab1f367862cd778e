export default function App() {
  return (
    <main>
      <h1>Hi</h1>
  );
}
