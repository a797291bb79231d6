using Fathom.FunctionalTests.Cli;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Subjects;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using Fathom.Transport.Server;
using Google.Protobuf.Reflection;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary><c>fathom describe</c>: the files of a server, and the names that are near to a wrong one.</summary>
public class DescribeTests(ServedSubjects subjects)
{
    [Theory]
    [InlineData("proto")]
    [InlineData("code-first")]
    public async Task The_files_of_a_server_are_what_its_reflection_says(string contract)
    {
        var target = await subjects.TargetAsync("native", "--contract", contract);
        using var folder = new TemporaryFolder();
        var (texts, set) = (folder.PathOf("protos"), folder.PathOf("all.bin"));

        var written = (await FathomRun.OutputOfAsync("describe", target, "--proto-out", texts, "--protoset-out", set)).Trim().Split('\n');

        written[^1].ShouldBe(set);
        var services = await FathomRun.OutputOfAsync("list", "--protoset", set);
        services.ShouldBe(await FathomRun.OutputOfAsync("list", target));
        var protos = written[..^1].SelectMany(path => (string[])["--proto", path]).ToArray();
        (await FathomRun.OutputOfAsync(["list", "--import-path", texts, .. protos])).ShouldBe(services);
        // What is compiled from the text is described as what was received, but for the files' names and the order of services.
        (await FathomRun.OutputOfAsync(["describe", "fathom.echo.Echo/Unary", "--import-path", texts, .. protos]))
            .ShouldBe(await FathomRun.OutputOfAsync("describe", target, "fathom.echo.Echo/Unary"));
    }

    [Fact]
    public async Task A_file_is_described_by_its_name()
    {
        await using var host = Start(ScriptedShop.File, "shop.Shop");

        (await FathomRun.OutputOfAsync("describe", host.Address.Authority, "shop.proto")).ShouldBe("""
            syntax = "proto2";
            package shop;
            import "google/protobuf/any.proto";
            message Item {
              optional string id = 1;
              optional google.protobuf.Any extra = 2;
              extensions 100 to 200;
            }
            extend shop.Item {
              optional string a = 100;
              optional string b = 101;
            }
            service Shop {
              rpc Watch(shop.Item) returns (stream shop.Item);
            }

            """);
        var json = await FathomRun.OutputOfAsync("describe", host.Address.Authority, "shop.proto", "--output", "json");
        Answer.Read(json, "fathom.describe/1").GetProperty("symbols")[0].GetProperty("kind").GetString().ShouldBe("file");
        await RefusedAsync(host, "describe", "shp.proto", "shop.proto");
    }

    [Theory]
    [InlineData("../shop.proto")]
    [InlineData("/tmp/shop.proto")]
    [InlineData("shop.sh")]
    public async Task A_servers_names_of_files_do_not_leave_the_folder(string name)
    {
        var file = ScriptedShop.File.Clone();
        file.Name = name;
        await using var host = Start(file, "shop.Shop");
        using var folder = new TemporaryFolder();

        var run = await FathomRun.OfAsync("describe", host.Address.Authority, "--proto-out", folder.PathOf("protos"));

        (run.ExitCode, run.Error).ShouldBe((2, $"fathom: the reflection of {host.Address.Authority} has a file '{name}', which is not "
            + "written; accepted: names that end in .proto and stay in the folder\n"));
        Directory.EnumerateFileSystemEntries(folder.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("describe", "Itme", "shop.Item")]
    [InlineData("describe", "Shop", "shop.Shop")]
    [InlineData("call", "Shop/Watch", "shop.Shop/Watch")]
    [InlineData("list", "shop.v1.Shop", "shop.Shop")]
    public async Task A_name_that_reflection_does_not_know_has_the_nearest(string command, string name, string near)
    {
        await using var host = Start(ScriptedShop.File, "shop.Shop");
        await RefusedAsync(host, command, name, near);
    }

    [Theory]
    [InlineData("describe", "Itme", "Item")]
    [InlineData("call", "shop.Shop/Watch", "Shop/Watch")]
    [InlineData("call", "Shpo/Watch", "Shop/Watch")]
    public async Task So_has_one_where_nothing_has_a_package(string command, string name, string near)
    {
        var file = new FileDescriptorProto
        {
            Name = "shop.proto", MessageType = { new DescriptorProto { Name = "Item" } },
            Service = { new ServiceDescriptorProto { Name = "Shop", Method =
                { new MethodDescriptorProto { Name = "Watch", InputType = ".Item", OutputType = ".Item" } } } },
        };
        await using var host = Start(file, "Shop");

        await RefusedAsync(host, command, name, near);
    }

    private static async Task RefusedAsync(NativeHost host, string command, string name, string near)
    {
        var run = await FathomRun.OfAsync(command, host.Address.Authority, name);

        run.ExitCode.ShouldBe(2);
        run.Error.ShouldStartWith($"fathom: '{name}' is not known to the reflection of {host.Address.Authority}; did you mean '{near}'?");
    }

    private static NativeHost Start(FileDescriptorProto file, string service) => NativeHost.Start(
        [ScriptedReflection.Define("v1", ScriptedReflection.Of([service], new() { [file.Name] = file }))], new NativeHostOptions());
}
