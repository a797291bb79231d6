using System.Diagnostics;

namespace Fathom.FunctionalTests.Interop;

/// <summary>A program of this machine, run to its end.</summary>
/// <param name="ExitCode">What it ended with; -1 where it could not be started.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Error">Its standard error, or why it could not be started.</param>
internal sealed record Tool(int ExitCode, string Output, string Error)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    /// <summary>Where on the PATH a program is, or among the servers that only root's PATH has; null where it is not.</summary>
    public static string? Find(string name) => Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Append("/usr/sbin")
        .Select(folder => Path.Combine(folder, name))
        .FirstOrDefault(File.Exists);

    /// <summary>Where a program is; skips the test where it is absent.</summary>
    public static string Need(string name, string package)
    {
        var program = Find(name);
        Assert.SkipWhen(program is null, $"No {name} on the PATH; Debian's package is '{package}'.");
        return program!;
    }

    /// <summary>Runs <paramref name="program"/>; throws <see cref="TimeoutException"/>, the program ended, when it takes two
    /// minutes.</summary>
    public static async Task<Tool> RunAsync(string program, params IEnumerable<string> arguments)
    {
        Process process;
        try
        {
            process = Process.Start(new ProcessStartInfo(program, arguments)
            {
                RedirectStandardInput = true,
                RedirectStandardError = true,
                RedirectStandardOutput = true,
            })!;
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            return new Tool(-1, "", e.Message);
        }

        using (process)
        {
            process.StandardInput.Close();
            var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            try
            {
                await process.WaitForExitAsync().WaitAsync(Patience);
            }
            catch (TimeoutException)
            {
                process.Kill(entireProcessTree: true);
                throw new TimeoutException($"{program} did not end. It said: {await output}{await error}");
            }

            return new Tool(process.ExitCode, await output, await error);
        }
    }
}
