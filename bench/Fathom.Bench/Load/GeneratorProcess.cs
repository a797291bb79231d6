using System.Diagnostics;
using System.Globalization;
using Fathom.TestKit;

namespace Fathom.Bench.Load;

/// <summary>One run of a load generator on core 1.</summary>
/// <param name="Output">What it wrote to standard output.</param>
/// <param name="Error">What it wrote to standard error.</param>
/// <param name="Microseconds">User and system time of the process, from its start to its end.</param>
internal sealed record GeneratorProcess(string Output, string Error, double Microseconds)
{
    /// <summary>The name of the form that is compiled ahead of time: <c>dotnet publish src/Fathom.Cli -c Release -r linux-x64
    /// -p:Form=native -o artifacts/native</c>.</summary>
    public const string NativeName = "fathom-native";

    // Beside this program's own output, which is built with it.
    private static readonly string Tool = Path.Combine(
        AppContext.BaseDirectory.Replace("Fathom.Bench", "Fathom.Cli", StringComparison.Ordinal), "fathom.dll");

    /// <summary>Runs <c>fathom load</c> in one of its forms.</summary>
    public static GeneratorProcess RunFathom(string generator, params string[] arguments)
    {
        string[] fathom = generator == NativeName ? [Repository.PathOf("artifacts/native/fathom")] : ["dotnet", Tool];
        return Run([.. fathom, "load", .. arguments]);
    }

    /// <summary>Runs <c>h2load</c> on a method of the echo service.</summary>
    /// <param name="address">The server's.</param>
    /// <param name="method">The method.</param>
    /// <param name="body">File of a request's body: messages with their prefixes.</param>
    /// <param name="calls">Calls.</param>
    /// <param name="connections">Connections.</param>
    /// <param name="inFlight">Calls in flight on each.</param>
    public static GeneratorProcess RunH2Load(
        string address, string method, string body, int calls, int connections, int inFlight) => Run(
        "h2load", "-n", $"{calls}", "-c", $"{connections}", "-m", $"{inFlight}", "-d", body, "-H", "content-type: application/grpc", "-H",
        "te: trailers", $"{address}/fathom.echo.Echo/{method}");

    /// <summary>Runs a command.</summary>
    public static GeneratorProcess Run(params string[] command)
    {
        using var process = Process.Start(new ProcessStartInfo(
            "taskset", ["-c", "1", "bash", "-c", "TIMEFORMAT='%U %S'; time \"$@\"", "bash", .. command])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        var lines = error.Result.TrimEnd().Split('\n');
        return new GeneratorProcess(output, string.Join('\n', lines[..^1]),
            lines[^1].Split(' ').Sum(t => double.Parse(t, CultureInfo.InvariantCulture)) * 1e6);
    }
}
