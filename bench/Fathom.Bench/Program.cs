using Fathom.Bench;

// dotnet run -c Release --project bench/Fathom.Bench -- hosts|clients [--pairs N] [--out FILE]
var options = BenchOptions.Read(args);
if (options is null)
{
    Console.Error.WriteLine("usage: hosts|clients [--pairs N] [--names A,B] [--out FILE]   (from a machine with two quiet cores, taskset, and h2load for 'hosts')");
    return 2;
}

var result = options.Verb switch
{
    "hosts" => HostBench.Run(options),
    _ => ClientBench.Run(options),
};
result.Print(Console.Out);
if (options.Out is { } path)
{
    result.Write(path);
}

return 0;
