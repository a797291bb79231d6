using System.Reflection;

// Two lines, for an installed fathom: the version of this package, and the folder of its subjects.
Console.WriteLine(typeof(Program).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion);
Console.WriteLine(Path.Combine(AppContext.BaseDirectory, "subjects"));
