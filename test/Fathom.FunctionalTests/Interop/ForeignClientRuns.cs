using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Echo.CodeFirst;
using Fathom.TestKit;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop;

/// <summary>A foreign client run against one of our hosts, once without and once with TLS, and what it said.</summary>
public abstract class ForeignClientRuns : IAsyncLifetime
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

    private readonly Func<DirectoryInfo, Task<ForeignGrpc>> _find;
    private readonly Stack _stack;
    private readonly bool _codeFirst;
    private readonly Dictionary<bool, (IReadOnlyCollection<string> Lines, string Errors, long Cancelled)> _runs = [];

    internal ForeignClientRuns(Func<DirectoryInfo, Task<ForeignGrpc>> find, Stack stack, bool codeFirst = false) =>
        (_find, _stack, _codeFirst) = (find, stack, codeFirst);

    /// <summary>Why there was no run, or null.</summary>
    public string? Missing { get; private set; }

    /// <summary>The lines of a run: "PASS name" or "FAIL name: why" of each check.</summary>
    public IReadOnlyCollection<string> Of(bool tls) => _runs[tls].Lines;

    /// <summary>What a run said that is no success.</summary>
    public string Report(bool tls) => string.Join('\n', _runs[tls].Lines.Where(line => !line.StartsWith("PASS", StringComparison.Ordinal)))
        + _runs[tls].Errors;

    /// <summary>Handlers of the host that saw their call cancelled in a run.</summary>
    public long Cancelled(bool tls) => _runs[tls].Cancelled;

    public async ValueTask InitializeAsync()
    {
        var scratch = Directory.CreateTempSubdirectory("fathom-interop-");
        try
        {
            var foreign = await _find(scratch);
            Missing = foreign.Missing;
            if (Missing is null)
            {
                await RunAsync(foreign, scratch, tls: false);
                await RunAsync(foreign, scratch, tls: true);
            }
        }
        finally
        {
            scratch.Delete(recursive: true);
        }
    }

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    private async Task RunAsync(ForeignGrpc foreign, DirectoryInfo scratch, bool tls)
    {
        var (echo, count) = Echo();
        await using var host = await _stack.ServeAsync(
            [echo, new SlowService().Definition()], tls, new ServerOptions { MaxReceiveMessageSize = 11 << 20 });
        List<string> arguments = [host.Address.Authority];
        if (host.CertificatePem is { } pem)
        {
            var path = Path.Combine(scratch.FullName, "root.pem");
            await File.WriteAllTextAsync(path, pem);
            arguments.Add(path);
        }

        await using var client = foreign.StartClient(arguments);
        await client.ExitAsync(Patience);
        var cancelled = await Eventually.SettlesAsync(count, Quiet);
        _runs[tls] = (client.Lines, client.Errors, cancelled);
    }

    /// <summary>The service, in either contract, and how many of its handlers saw their call cancelled.</summary>
    private (ServiceDefinition Service, Func<long> Cancelled) Echo()
    {
        if (_codeFirst)
        {
            var declared = new CodeFirstEcho();
            return (declared.Definition(), () => declared.Cancelled);
        }

        var service = new EchoService();
        return (service.Definition(), () => service.Cancelled);
    }
}
