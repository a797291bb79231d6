using System.Diagnostics;
using System.Text.Json;

namespace Fathom.Bench.Soak;

/// <summary>A child process of a soak run, this program with another verb. Disposing it ends the process.</summary>
internal sealed class SoakChild : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Process _process;

    private SoakChild(Process process) => _process = process;

    public Uri Address { get; private set; } = null!;

    public static async Task<SoakChild> StartAsync(params IEnumerable<string> arguments)
    {
        var child = new SoakChild(Process.Start(new ProcessStartInfo("dotnet", [typeof(SoakChild).Assembly.Location, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!);
        child.Address = new Uri((await child.ReadAsync()).GetProperty("address").GetString()!);
        return child;
    }

    /// <summary>Sends a command and reads the numbers of its reply.</summary>
    public async Task<Dictionary<string, double>> AskAsync(string command)
    {
        await _process.StandardInput.WriteLineAsync(command);
        return (await ReadAsync()).GetProperty("values").Deserialize<Dictionary<string, double>>()!;
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        try
        {
            await _process.WaitForExitAsync().WaitAsync(Patience);
        }
        catch (TimeoutException)
        {
            _process.Kill();
        }

        _process.Dispose();
    }

    private async Task<JsonElement> ReadAsync()
    {
        var line = await _process.StandardOutput.ReadLineAsync().WaitAsync(Patience)
            ?? throw new InvalidOperationException("A process of the soak run ended before it replied; see its standard error.");
        return JsonDocument.Parse(line).RootElement;
    }
}
