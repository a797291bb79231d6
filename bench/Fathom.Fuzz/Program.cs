using Fathom.Fuzz;
using SharpFuzz;

// Fathom.Fuzz                      the names of the targets
// Fathom.Fuzz instrument DLL...    has assemblies report to afl-fuzz which of their branches run
// Fathom.Fuzz TARGET               parses what afl-fuzz gives
// Fathom.Fuzz TARGET FILE...       parses files, and ends with the first that fails
if (args is [])
{
    Console.WriteLine(string.Join('\n', FuzzTarget.All.Select(target => target.Name)));
    return 0;
}

if (args is ["instrument", .. var assemblies])
{
    foreach (var assembly in assemblies)
    {
        Fuzzer.Instrument(assembly, _ => true, Options.Value);
    }

    return 0;
}

if (FuzzTarget.All.FirstOrDefault(target => target.Name == args[0]) is not { } found)
{
    Console.Error.WriteLine($"'{args[0]}' is no target; accepted: {string.Join(", ", FuzzTarget.All.Select(target => target.Name))}.");
    return 2;
}

if (args.Length == 1)
{
    Fuzzer.OutOfProcess.Run(input =>
    {
        using var bytes = new MemoryStream();
        input.CopyTo(bytes);
        Run(bytes.ToArray());
    });
    return 0;
}

foreach (var file in args[1..])
{
    Console.WriteLine(file);
    Run(File.ReadAllBytes(file));
}

return 0;

// A second of a processor: beside other work more of the clock passes.
void Run(byte[] input)
{
    var began = Environment.CpuUsage.TotalTime;
    found.Run(input);
    var took = Environment.CpuUsage.TotalTime - began;
    FuzzTarget.Require(took < TimeSpan.FromSeconds(1), $"{input.Length} bytes took {took.TotalSeconds:0.0} s");
}
