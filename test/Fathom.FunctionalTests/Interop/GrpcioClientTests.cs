using System.Text.RegularExpressions;
using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our host, called by grpcio: echo_client.py runs once without and once with TLS, and each of its checks is a test case.</summary>
public abstract class GrpcioClientTests(GrpcioClientTests.Results results)
{
    public static TheoryData<string, bool> Checks()
    {
        var data = new TheoryData<string, bool>();
        foreach (Match match in Regex.Matches(File.ReadAllText(GrpcioTools.Script("echo_client.py")), @"@check\ndef (\w+)\("))
        {
            data.Add(match.Groups[1].Value, false);
            data.Add(match.Groups[1].Value, true);
        }

        return data;
    }

    [SkippableTheory]
    [MemberData(nameof(Checks))]
    public void A_check_of_grpcio_against_our_host_passes(string check, bool tls)
    {
        Skip.If(results.Missing is not null, results.Missing);
        results.Of(tls).ShouldContain($"PASS {check}", results.Report(tls));
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void Handlers_saw_the_deadlines_and_the_cancellation_of_grpcio(bool tls)
    {
        Skip.If(results.Missing is not null, results.Missing);
        results.Cancelled(tls).ShouldBeGreaterThanOrEqualTo(3, "deadline, deadline_in_stream and cancellation");
    }

    public sealed class OnKestrel(KestrelResults results) : GrpcioClientTests(results), IClassFixture<KestrelResults>;

    public sealed class OnNative(NativeResults results) : GrpcioClientTests(results), IClassFixture<NativeResults>;

    public sealed class KestrelResults() : Results(Stack.Framework);

    public sealed class NativeResults() : Results(Stack.Native);

    public abstract class Results(Stack stack) : IAsyncLifetime
    {
        private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

        private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

        private readonly Dictionary<bool, (IReadOnlyCollection<string> Lines, string Errors, long Cancelled)> _runs = [];

        public string? Missing { get; private set; }

        public IReadOnlyCollection<string> Of(bool tls) => _runs[tls].Lines;

        public string Report(bool tls) => string.Join('\n', _runs[tls].Lines.Where(line => !line.StartsWith("PASS", StringComparison.Ordinal))) + _runs[tls].Errors;

        public long Cancelled(bool tls) => _runs[tls].Cancelled;

        public async Task InitializeAsync()
        {
            using var tools = await GrpcioTools.FindAsync();
            Missing = tools.Missing;
            if (Missing is null)
            {
                await RunAsync(tools, tls: false);
                await RunAsync(tools, tls: true);
            }
        }

        public Task DisposeAsync() => Task.CompletedTask;

        private async Task RunAsync(GrpcioTools tools, bool tls)
        {
            await using var host = await stack.StartAsync(tls, new ServerOptions { MaxReceiveMessageSize = 11 << 20 });
            List<string> arguments = [tools.Directory.FullName, host.Address.Authority];
            if (host.CertificatePem is { } pem)
            {
                var path = Path.Combine(tools.Directory.FullName, "root.pem");
                await File.WriteAllTextAsync(path, pem);
                arguments.Add(path);
            }

            await using var client = PythonProcess.Start(tools.Python!, "echo_client.py", arguments);
            await client.WaitForExitAsync(Patience);
            var cancelled = await Eventually.SettlesAsync(() => host.Service.Cancelled, Quiet);
            _runs[tls] = (client.Lines, client.Errors, cancelled);
        }
    }
}
