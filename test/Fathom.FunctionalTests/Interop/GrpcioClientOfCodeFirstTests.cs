using System.Text.RegularExpressions;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo.CodeFirst;
using Fathom.TestKit;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop;

/// <summary>A code-first service, called by grpcio with code generated from the .proto that it exports: each check of echo_client.py is a test case.</summary>
public abstract class GrpcioClientOfCodeFirstTests(GrpcioClientOfCodeFirstTests.Results results)
{
    public static TheoryData<string> Checks() =>
        [.. Regex.Matches(File.ReadAllText(GrpcioTools.Script("echo_client.py")), @"@check\ndef (\w+)\(").Select(match => match.Groups[1].Value)];

    [SkippableTheory]
    [MemberData(nameof(Checks))]
    public void A_check_of_grpcio_against_a_code_first_service_passes(string check)
    {
        Skip.If(results.Missing is not null, results.Missing);
        results.Lines.ShouldContain($"PASS {check}", results.Report);
    }

    [SkippableFact]
    public void The_service_saw_the_deadlines_and_the_cancellation_of_grpcio()
    {
        Skip.If(results.Missing is not null, results.Missing);
        results.Cancelled.ShouldBeGreaterThanOrEqualTo(3, "deadline, deadline_in_stream and cancellation");
    }

    public sealed class OnKestrel(KestrelResults results) : GrpcioClientOfCodeFirstTests(results), IClassFixture<KestrelResults>;

    public sealed class OnNative(NativeResults results) : GrpcioClientOfCodeFirstTests(results), IClassFixture<NativeResults>;

    public sealed class KestrelResults() : Results(Stack.Framework);

    public sealed class NativeResults() : Results(Stack.Native);

    public abstract class Results(Stack stack) : IAsyncLifetime
    {
        private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
        private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

        public string? Missing { get; private set; }

        public IReadOnlyCollection<string> Lines { get; private set; } = [];

        public string Report { get; private set; } = "";

        public long Cancelled { get; private set; }

        public async Task InitializeAsync()
        {
            using var tools = await GrpcioTools.FindAsync(CodeFirstEchoProto.Text());
            Missing = tools.Missing;
            if (Missing is not null)
            {
                return;
            }

            var service = new CodeFirstEcho();
            await using var host = await stack.ServeAsync([service.Definition()], options: new ServerOptions { MaxReceiveMessageSize = 11 << 20 });
            await using var client = PythonProcess.Start(tools.Python!, "echo_client.py", tools.Directory.FullName, host.Address.Authority);
            await client.WaitForExitAsync(Patience);
            Cancelled = await Eventually.SettlesAsync(() => service.Cancelled, Quiet);
            Lines = client.Lines;
            Report = string.Join('\n', client.Lines.Where(line => !line.StartsWith("PASS", StringComparison.Ordinal))) + client.Errors;
        }

        public Task DisposeAsync() => Task.CompletedTask;
    }
}
