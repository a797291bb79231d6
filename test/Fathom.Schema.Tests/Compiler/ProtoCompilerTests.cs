using Fathom.Schema.Compiler;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Tests.Compiler;

/// <summary>.proto files by the protoc that is beside the program.</summary>
public sealed class ProtoCompilerTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-proto-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Files_import_each_other_and_those_of_protobuf()
    {
        Write("a/b/shop.proto", """
            syntax = "proto3"; package shop; import "b/item.proto"; import "google/protobuf/timestamp.proto";
            service Shop { rpc Buy(stream Item) returns (google.protobuf.Timestamp); }
            """);
        Write("a/b/item.proto", """syntax = "proto3"; package shop; message Item { string name = 1; }""");

        foreach (var (file, paths) in new (string, string[])[]
            { ("b/shop.proto", ["a"]), ("a/b/shop.proto", ["a"]), ("shop.proto", ["a/b", "a"]) })
        {
            var method = (await ProtoCompiler.CompileAsync([file], paths, _folder.FullName, TestContext.Current.CancellationToken))
                .GetMethod("shop.Shop/Buy");
            (method.FullPath, method.IsClientStreaming, method.IsServerStreaming, method.Input.FullName, method.Output.FullName)
                .ShouldBe(("/shop.Shop/Buy", true, false, "shop.Item", "google.protobuf.Timestamp"));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_details_of_errors_and_health_checks_need_no_file(bool protoc)
    {
        Write("shop.proto", """
            syntax = "proto3";
            import "google/rpc/status.proto"; import "google/rpc/error_details.proto"; import "grpc/health/v1/health.proto";
            service Shop { rpc Buy(google.rpc.Status) returns (google.rpc.BadRequest.FieldViolation); }
            """);

        var types = await ProtoCompiler.CompileAsync(["shop.proto"], [], _folder.FullName, protoc ? [ProtoFolder.Protoc] : [],
            TestContext.Current.CancellationToken);

        types.GetMethod("Shop/Buy").Input.FindFieldByName("details").MessageType.FullName.ShouldBe("google.protobuf.Any");
        types.GetMethod("grpc.health.v1.Health/Check").Output.FullName.ShouldBe("grpc.health.v1.HealthCheckResponse");
    }

    [Fact]
    public async Task A_file_without_import_path_is_looked_for_in_its_own_folder()
    {
        Write("x/alone.proto", """syntax = "proto3"; service Alone { }""");

        (await ProtoCompiler.CompileAsync(["x/alone.proto"], [], _folder.FullName, TestContext.Current.CancellationToken))
            .Services.Single().FullName.ShouldBe("Alone");
    }

    [Theory]
    [InlineData("bad.proto", null, "bad.proto:1:", "refused")]
    [InlineData("nothing.proto", null, "there is no file 'nothing.proto'", "--import-path")]
    [InlineData("bad.proto", "nowhere", "there is no folder 'nowhere'", "--import-path")]
    [InlineData("-I.proto", null, "begins with a dash", "rename")]
    public async Task What_cannot_be_used_says_so(string file, string? path, string message, string remedy)
    {
        Write("bad.proto", "syntax = \"proto3\"; message {");
        Write("-I.proto", "");

        var refusal = await Should.ThrowAsync<SchemaException>(() => ProtoCompiler.CompileAsync([file], path is null ? [] : [path],
            _folder.FullName, TestContext.Current.CancellationToken));

        refusal.Fault.ShouldBe(SchemaFault.Input);
        refusal.Message.ShouldContain(message);
        refusal.Message.ShouldContain(remedy);
    }

    private void Write(string name, string text)
    {
        var path = Path.Combine(_folder.FullName, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
