using System.Security.Cryptography.X509Certificates;
using Fathom.SubjectProtocol;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom serve</c> takes its flags from the manifests of subjects.</summary>
public class ServeTests
{
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(60);

    public static TheoryData<string> Subjects => [.. BuiltSubjects.Catalog.Manifests.Select(m => m.Name)];

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task The_stored_manifest_is_what_the_subject_prints(string subject)
    {
        var printed = await ChildProcess.RunAsync(BuiltSubjects.Catalog.StartInfo(subject, SubjectCommand.Describe));
        (printed.ExitCode, printed.Errors).ShouldBe((0, ""));
        printed.Output.ShouldBe(await File.ReadAllTextAsync(Path.Combine(BuiltSubjects.Folder, subject, "manifest.json")));
        var manifest = SubjectManifest.Parse(printed.Output);
        manifest.Name.ShouldBe(subject);
        manifest.Workloads.Any().ShouldBe(manifest.Roles.Contains(SubjectManifest.Client));
        manifest.Flags.ShouldAllBe(f => f.Default == null || f.FaultOf(f.Default) == null);
    }

    [Fact]
    public async Task The_help_of_a_subject_has_its_flags_and_no_others()
    {
        var (blob, mediator) = (await HelpAsync("serve", "blob"), await HelpAsync("serve", "mediator"));
        blob.ShouldContain("--segment");
        blob.ShouldContain("httpsys-model");
        blob.ShouldNotContain("--tls");
        mediator.ShouldContain("--tls");
        mediator.ShouldContain("--nodes");
        mediator.ShouldNotContain("--client");
        var all = await HelpAsync("serve");
        BuiltSubjects.Catalog.Manifests.ShouldAllBe(m =>
            all.Contains(m.Text, StringComparison.Ordinal) == m.Roles.Contains(SubjectManifest.Server));
    }

    [Fact]
    public async Task Nodes_with_TLS_are_served_with_the_certificates_that_clients_need_while_they_run()
    {
        string[] files;
        using (var fathom = FathomProcess.Start("serve", "mediator", "--tls"))
        {
            await Eventually.HoldsAsync(() => fathom.Output.Contains("--key ", StringComparison.Ordinal), $"it serves; {fathom.Error}");
            var address = new Uri(fathom.Output.Split("listening on ")[1].Split(' ')[0]);
            files = [.. new[] { "--cacert ", "--cert ", "--key " }.Select(flag => fathom.Output.Split(flag)[1].Split([' ', '\n'])[0])];
            using var root = X509CertificateLoader.LoadCertificateFromFile(files[0]);
            using var own = X509Certificate2.CreateFromPemFile(files[1], files[2]);

            // It is no echo service: with the certificate the call arrives there, without one it does not.
            (await StatusAsync(address, new ChannelTls { TrustedRoots = [root], ClientCertificate = own }))
                .ShouldBe(StatusCode.Unimplemented);
            (await StatusAsync(address, new ChannelTls { TrustedRoots = [root] })).ShouldBe(StatusCode.Unavailable);
            fathom.Interrupt();
            (await fathom.ExitAsync(ToEnd)).ShouldBe(130);
        }

        files.ShouldAllBe(f => !File.Exists(f));
    }

    [Theory]
    [InlineData("serve mediator --compresion gzip", "'--compresion' is not a flag; did you mean '--compression'?")]
    [InlineData("serve mediator --compression gzpi", "'gzpi' is not an accepted value; did you mean 'gzip'?")]
    [InlineData("serve native --port 70000", "--port: '70000' cannot be used; accepted: 0 to 65535")]
    [InlineData("serve native --host kestrel", "'--host' is not a flag")]
    [InlineData("serve client", "'client' is not")]
    [InlineData("serve kestral", "did you mean 'kestrel'?")]
    public async Task What_cannot_be_used_is_exit_2_with_what_is_accepted(string line, string message)
    {
        var run = await FathomRun.OfAsync(line.Split(' '));
        run.ExitCode.ShouldBe(2);
        run.Error.ShouldContain(message);
    }

    [Fact]
    public async Task Flags_may_stand_in_the_environment_too()
    {
        var run = await FathomRun.WithAsync(
            new Dictionary<string, string> { ["FATHOM_SEGMENT"] = "4097" }, "serve", "blob", "--host", "httpsys-model");
        run.ExitCode.ShouldBe(2);
        run.Error.ShouldContain("FATHOM_SEGMENT: '4097' is not an accepted value");
    }

    // Lines are wrapped.
    private static async Task<string> HelpAsync(params string[] command) => string.Join(
        ' ', (await FathomRun.OutputOfAsync([.. command, "--help"])).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static async Task<StatusCode> StatusAsync(Uri address, ChannelTls tls)
    {
        using var channel = new NativeChannel(new ChannelOptions { Address = address, Tls = tls });
        return (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30)))).StatusCode;
    }
}
