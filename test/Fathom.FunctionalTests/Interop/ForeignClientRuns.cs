using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Echo.CodeFirst;
using Fathom.TestKit;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop;

/// <summary>A foreign client run against one of our hosts, without or with TLS, and what it said; with every repetition, both.</summary>
public abstract class ForeignClientRuns : IAsyncLifetime
{
    // Of a deadline, of one in a stream, and of a cancellation.
    private const int Ended = 3;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly Func<Task<ForeignGrpc>> _find;
    private readonly Stack _stack;
    private readonly bool _tls;
    private readonly bool _codeFirst;

    internal ForeignClientRuns(Func<Task<ForeignGrpc>> find, Stack stack, bool tls, bool codeFirst = false) =>
        (_find, _stack, _tls, _codeFirst) = (find, stack, tls, codeFirst);

    /// <summary>Why there was no run, or null.</summary>
    public string? Missing { get; private set; }

    /// <summary>The runs.</summary>
    public IReadOnlyList<Run> All { get; private set; } = [];

    public async ValueTask InitializeAsync()
    {
        var foreign = await _find();
        Missing = foreign.Missing;
        if (Missing is null)
        {
            bool[] ways = Thorough.IsOn ? [false, true] : [_tls];
            All = await Task.WhenAll(ways.Select(tls => RunAsync(foreign, tls)));
        }
    }

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    private async Task<Run> RunAsync(ForeignGrpc foreign, bool tls)
    {
        var (echo, cancelled) = Echo();
        await using var host = await _stack.ServeAsync(
            [echo, new SlowService().Definition()], tls, new ServerOptions { MaxReceiveMessageSize = 11 << 20 });
        using var scratch = new TemporaryFolder();
        List<string> arguments = [host.Address.Authority];
        if (host.CertificatePem is { } pem)
        {
            arguments.Add(Path.Combine(scratch.Path, "root.pem"));
            await File.WriteAllTextAsync(arguments[^1], pem);
        }

        await using var client = foreign.StartClient(arguments);
        await client.ExitAsync(Patience);
        var run = new Run(tls, client.Lines, client.Errors, cancelled);
        if (run.Failures.Length == 0)
        {
            await Eventually.HoldsAsync(() => cancelled() >= Ended, "handlers see the deadlines and the cancellation");
        }

        return run;
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

    /// <summary>One run.</summary>
    /// <param name="Tls">Whether with TLS.</param>
    /// <param name="Lines">"PASS name" or "FAIL name: why" of each check.</param>
    /// <param name="Errors">Its standard error.</param>
    /// <param name="Cancelled">Handlers of the host that saw their call cancelled.</param>
    public sealed record Run(bool Tls, IReadOnlyCollection<string> Lines, string Errors, Func<long> Cancelled)
    {
        /// <summary>What it said that is no success.</summary>
        public string Failures { get; } =
            string.Join('\n', Lines.Where(line => !line.StartsWith("PASS", StringComparison.Ordinal))) + Errors;
    }
}
