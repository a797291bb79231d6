using Fathom.FunctionalTests.Transport;
using Fathom.SubjectProtocol;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects.Originals;

/// <summary>What the build puts into the folders of subjects, and what their manifests say.</summary>
public class OriginalOutputsTests
{
    [Fact]
    public void The_native_libraries_of_Grpc_Core_are_in_its_own_output_alone()
    {
        var native = Directory.GetFiles(BuiltSubjects.Folder, "*grpc_csharp_ext*", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(BuiltSubjects.Folder, f).Replace('\\', '/')).ToList();
        native.ShouldContain("grpc-core/runtimes/linux-x64/native/libgrpc_csharp_ext.x64.so");
        native.ShouldAllBe(f => f.StartsWith("grpc-core/runtimes/", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Grpc.*.dll")]
    [InlineData("protobuf-net*.dll")]
    public void The_original_libraries_are_in_the_outputs_of_their_subjects_alone(string files) => Directory
        .GetFiles(BuiltSubjects.Folder, files, SearchOption.AllDirectories).Select(f => Path.GetFileName(Path.GetDirectoryName(f)!))
        .Distinct().Order()
        .ShouldBe(["grpc-aspnetcore", "grpc-core", "grpc-net-client", "rest-admin-api", "rest-api", "service-1", "service-2", "service-3"]);

    [Theory]
    [InlineData("grpc-aspnetcore", "server")]
    [InlineData("grpc-core", "server, client")]
    [InlineData("grpc-net-client", "client")]
    public void A_manifest_has_the_roles_and_the_workloads_of_its_subject(string subject, string roles)
    {
        var manifest = BuiltSubjects.Catalog.ManifestOf(subject);
        manifest.Name.ShouldBe(subject);
        string.Join(", ", manifest.Roles).ShouldBe(roles);
        manifest.Workloads.Select(w => w.Name)
            .ShouldBe(manifest.Roles.Contains(SubjectManifest.Client) ? ["unary", "published-order"] : []);
        manifest.Flags.Any(f => f.Name == "--contract").ShouldBe(manifest.Roles.Contains(SubjectManifest.Server));
    }

    [Theory]
    [InlineData("grpc-aspnetcore")]
    [InlineData("grpc-core")]
    public async Task A_port_that_is_taken_ends_the_process_with_3_and_says_what_to_do(string subject)
    {
        await using var host = await Stack.Framework.StartAsync();
        var process = await ChildProcess.RunAsync(
            "dotnet", Path.Combine(BuiltSubjects.Folder, subject, $"fathom-{subject}.dll"), "--port", $"{host.Address.Port}");

        process.ExitCode.ShouldBe(3, process.Errors);
        process.Errors.ShouldContain("give another --port (0 takes a free one)");
    }

    [Fact]
    public async Task A_flag_of_the_server_cannot_be_used_by_the_client()
    {
        var process = await ChildProcess.RunAsync(
            "dotnet", Path.Combine(BuiltSubjects.Folder, "grpc-core", "fathom-grpc-core.dll"), "--client", "--tls");

        process.ExitCode.ShouldBe(2, process.Errors);
        process.Errors.ShouldContain("--tls cannot be used with --client, which listens on no port.");
    }
}
