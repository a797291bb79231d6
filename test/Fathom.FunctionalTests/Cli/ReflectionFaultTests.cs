using Fathom.FunctionalTests.Cli.Servers;
using Fathom.Schema.Descriptors;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Grpc.Reflection.V1Alpha;

namespace Fathom.FunctionalTests.Cli;

/// <summary>Reflection that is refused, half there or wrong: sound services are listed and called. Of the others it is said that reflection
/// lacks them, what it lacks, and what to do.</summary>
public class ReflectionFaultTests
{
    private static readonly byte[][] Replies = [[0x0A, 1, (byte)'i']];
    private static readonly string[] Services = ["shop.Shop", "tool.Tool"];

    private static readonly FileDescriptorProto Tool = new()
    {
        Name = "tool.proto", Package = "tool", MessageType = { new DescriptorProto { Name = "Nail" } },
        Service = { new ServiceDescriptorProto { Name = "Tool", Method = { new MethodDescriptorProto
            { Name = "Hit", InputType = ".tool.Nail", OutputType = ".tool.Nail" } } } },
    };

    [Theory]
    [InlineData(3 << 20, "more than 64 MiB of descriptors")]
    [InlineData(0, "more than 10,000 files")]
    public async Task One_that_sends_files_without_end_is_refused(int size, string says)
    {
        var imports = Enumerable.Range(0, DescriptorSetBuilder.MaxFiles + 1).Select(i => $"{i}.proto").ToList();
        var root = new FileDescriptorProto { Name = "shop.proto", Dependency = { imports } };
        var options = new Google.Protobuf.Reflection.FileOptions { GoPackage = new string('x', size) };
        await using var host = Start(ScriptedReflection.Define("v1", question => ScriptedReflection.File(
            question.FileByFilename is { Length: > 0 } name ? new FileDescriptorProto { Name = name, Options = options } : root)));

        var run = await FathomRun.OfAsync("describe", host.Address.Authority, "shop.Shop");

        run.Error.ShouldContain($"sends {says}; give the .proto files with --proto");
        run.ExitCode.ShouldBe(3);
        SecurityPage.Bytes("64 MiB of descriptors").ShouldBe(64 << 20);
        SecurityPage.Number("10,000 files").ShouldBe(DescriptorSetBuilder.MaxFiles);
    }

    [Fact]
    public async Task After_a_refused_v1_v1alpha_is_asked()
    {
        await using var host = Start(
            ScriptedReflection.Define("v1", _ => throw new RpcException(new Status(StatusCode.PermissionDenied, "not for you"))),
            ScriptedReflection.Define("v1alpha", Sound()));

        (await FathomRun.OutputOfAsync("list", host.Address.Authority)).ShouldBe("shop.Shop\ntool.Tool\n");
    }

    [Fact]
    public async Task A_refusal_is_one_of_reflection_and_has_the_flags()
    {
        ServerReflectionResponse Refuse(ServerReflectionRequest question) =>
            throw new RpcException(new Status(StatusCode.Unauthenticated, "no token"));
        await using var host = Start(ScriptedReflection.Define("v1", Refuse));
        var run = await FathomRun.OfAsync("list", host.Address.Authority);

        run.Error.ShouldContain($"{host.Address.Authority} refuses its reflection: v1: Unauthenticated (no token); v1alpha: Unimplemented");
        run.Error.ShouldContain("-H 'authorization: ...'");
        run.Error.ShouldContain("--proto");
        run.ExitCode.ShouldBe(3);
    }

    [Fact]
    public async Task One_that_lists_nothing_describes_what_is_named()
    {
        var sound = Sound();
        await using var host = Start(ScriptedReflection.Define("v1", question =>
            question.MessageRequestCase == ServerReflectionRequest.MessageRequestOneofCase.ListServices
                ? ScriptedReflection.Error(StatusCode.Unimplemented, "no lists") : sound(question)));

        await CallsAsync(host);
        (await FathomRun.OfAsync("list", host.Address.Authority)).Error
            .ShouldContain("does not list its services by reflection: Unimplemented: no lists; name a service");
    }

    [Fact]
    public async Task One_that_ends_the_stream_with_its_answer_is_asked_on_another()
    {
        var sound = Sound();
        await using var host = Start(ScriptedReflection.Define("v1", question =>
            sound(question) is { ErrorResponse: null } answer ? answer
                : throw new RpcException(new Status(StatusCode.NotFound, "no such symbol"))));

        (await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shpo/Watch")).Error
            .ShouldContain("'shop.Shpo/Watch' is not known to the reflection of");
        await CallsAsync(host);
    }

    [Fact]
    public async Task A_file_that_is_missing_and_not_needed_is_not_missed()
    {
        var shop = ScriptedShop.File.Clone();
        shop.Dependency.Add("acme/annotations.proto");
        await using var host = Start(ScriptedReflection.Define("v1",
            ScriptedReflection.Of(Services, new() { ["shop.proto"] = shop, ["tool.proto"] = Tool })));

        await CallsAsync(host);
    }

    [Fact]
    public async Task A_missing_file_takes_the_fields_and_methods_that_use_its_types_and_nothing_else()
    {
        var shop = ScriptedShop.File.Clone();
        shop.Dependency.Add("acme/lost.proto");
        shop.MessageType[0].Field.Add(Field("lost", ".acme.Lost"));
        shop.MessageType[0].OneofDecl.Add(new OneofDescriptorProto { Name = "either" });
        shop.MessageType[0].Field[^1].OneofIndex = 0;
        shop.Service[0].Method.Add(new MethodDescriptorProto { Name = "Lose", InputType = ".shop.Item", OutputType = ".acme.Lost" });
        await using var host = Start(ScriptedReflection.Define("v1",
            ScriptedReflection.Of(Services, new() { ["shop.proto"] = shop, ["tool.proto"] = Tool })));
        const string Note = "it lacks 'acme/lost.proto', which 'shop.proto' imports";

        var call = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");
        call.Output.ShouldContain("\"id\": \"i\"");
        call.Error.ShouldContain($"{Note}; what needs it is left out");
        var lost = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Lose");
        lost.Error.ShouldBe($"fathom: {host.Address.Authority} cannot describe 'shop.Shop/Lose' by reflection: {Note}; give the .proto "
            + "files with --proto and --import-path\n");
        lost.ExitCode.ShouldBe(3);
        var all = await FathomRun.OfAsync("describe", host.Address.Authority);
        all.Output.ShouldContain("// tool.Tool is a service, tool.proto (proto2):");
        all.Output.ShouldContain("rpc Watch(shop.Item)");
        all.Output.ShouldNotContain("Lose");
        all.Error.ShouldContain($"{Note}; what needs it is left out");
        all.ExitCode.ShouldBe(0);
        (await FathomRun.OfAsync("describe", host.Address.Authority, "shop.Item")).Output.ShouldNotContain("lost");
    }

    // Each looked for among all of them took more than two minutes.
    [Fact]
    public async Task A_type_with_120_000_extensions_is_listed()
    {
        var numbers = Enumerable.Range(100, 120_000).ToList();
        var shop = ScriptedShop.File.Clone();
        shop.MessageType[0].ExtensionRange.Add(new DescriptorProto.Types.ExtensionRange { Start = 100, End = 200_000 });
        shop.Extension.AddRange(numbers.Select(number => new FieldDescriptorProto
        {
            Name = $"e{number}", Number = number, Extendee = ".shop.Item", Type = FieldDescriptorProto.Types.Type.Bool,
            Label = FieldDescriptorProto.Types.Label.Optional,
        }));
        var sound = ScriptedReflection.Of(["shop.Shop"], new() { ["shop.proto"] = shop });
        await using var host = Start(ScriptedReflection.Define("v1", question =>
            question.AllExtensionNumbersOfType == "shop.Item" ? new ServerReflectionResponse
            {
                AllExtensionNumbersResponse = new ExtensionNumberResponse { BaseTypeName = "shop.Item", ExtensionNumber = { numbers } },
            }
            : sound(question)));

        (await FathomRun.OutputOfAsync("list", host.Address.Authority).WaitAsync(TimeSpan.FromMinutes(1))).ShouldBe("shop.Shop\n");
    }

    [Fact]
    public async Task Extensions_of_files_that_nothing_imports_are_read_described_and_shown()
    {
        var more = new FileDescriptorProto
        {
            Name = "more.proto", Package = "more", Syntax = "proto2", Dependency = { "shop.proto" },
            Extension = { new FieldDescriptorProto { Name = "note", Number = 150, Label = FieldDescriptorProto.Types.Label.Optional,
                Type = FieldDescriptorProto.Types.Type.String, Extendee = ".shop.Item" } },
        };
        var sound = Sound();
        await using var host = NativeHost.Start([ScriptedShop.Definition([[0xB2, 0x09, 1, (byte)'n']]), ScriptedReflection.Define("v1",
            question => question.MessageRequestCase switch
            {
                ServerReflectionRequest.MessageRequestOneofCase.AllExtensionNumbersOfType => new()
                {
                    AllExtensionNumbersResponse = new() { BaseTypeName = "shop.Item", ExtensionNumber = { 100, 150 } },
                },
                ServerReflectionRequest.MessageRequestOneofCase.FileContainingExtension => new()
                {
                    FileDescriptorResponse = new() { FileDescriptorProto = { more.ToByteString() } },
                },
                _ => sound(question),
            })], new NativeHostOptions());

        (await FathomRun.OutputOfAsync("describe", host.Address.Authority, "shop.Item"))
            .ShouldContain("extend shop.Item {\n  optional string note = 150; // [more.note]\n}");
        Answer.Read(await FathomRun.OutputOfAsync("describe", host.Address.Authority, "shop.Item", "--output", "json"), "fathom.describe/1")
            .GetProperty("symbols").EnumerateArray().Select(s => s.GetProperty("name").GetString()).ShouldContain("more.note");
        (await FathomRun.OutputOfAsync("call", host.Address.Authority, "shop.Shop/Watch", "-d", """{"[more.note]":"n"}"""))
            .ShouldContain("\"[more.note]\": \"n\"");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_under_another_name_and_a_placeholder_are_found_by_what_they_declare(bool placeholder)
    {
        var (shop, types) = (ScriptedShop.File.Clone(), new FileDescriptorProto { Name = "acme/types.proto", Package = "acme" });
        types.MessageType.Add(new DescriptorProto { Name = "Size" });
        shop.Dependency.Add("types.proto");
        shop.MessageType[0].Field.Add(Field("size", ".acme.Size"));
        var byName = new Dictionary<string, FileDescriptorProto> { ["shop.proto"] = shop };
        if (placeholder)
        {
            byName["types.proto"] = new FileDescriptorProto { Name = "types.proto" };
        }

        await using var host = Start(ScriptedReflection.Define("v1", ScriptedReflection.Of(Services, byName, [shop, types])));

        await CallsAsync(host);
    }

    [Fact]
    public async Task The_stream_is_closed_and_not_cancelled()
    {
        var ended = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var host = Start(ScriptedReflection.Define("v1", Sound(), closed => ended.TrySetResult(closed)));

        await FathomRun.OutputOfAsync("list", host.Address.Authority);
        (await ended.Task.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken)).ShouldBeTrue();
    }

    [Fact]
    public async Task A_health_check_needs_neither_reflection_nor_a_file()
    {
        await using var host = NativeHost.Start([ScriptedShop.Definition(Replies)],
            new NativeHostOptions { Server = new ServerOptions { Health = new HealthService() } });

        (await FathomRun.OutputOfAsync("call", host.Address.Authority, "grpc.health.v1.Health/Check")).ShouldContain("SERVING");
    }

    private static FieldDescriptorProto Field(string name, string type) => new()
    {
        Name = name, Number = 3, Label = FieldDescriptorProto.Types.Label.Optional, Type = FieldDescriptorProto.Types.Type.Message,
        TypeName = type,
    };

    private static Func<ServerReflectionRequest, ServerReflectionResponse> Sound() =>
        ScriptedReflection.Of(Services, new() { ["shop.proto"] = ScriptedShop.File, ["tool.proto"] = Tool });

    private static NativeHost Start(params ServiceDefinition[] reflection) =>
        NativeHost.Start([ScriptedShop.Definition(Replies), .. reflection], new NativeHostOptions());

    private static async Task CallsAsync(NativeHost host) =>
        (await FathomRun.OutputOfAsync("call", host.Address.Authority, "shop.Shop/Watch")).ShouldContain("\"id\": \"i\"");
}
