using System.Diagnostics;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Fathom.FunctionalTests.Transport;
using Fathom.Records.Loads;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using YamlDotNet.Serialization;

namespace Fathom.FunctionalTests.Deploy;

/// <summary>deploy/kubernetes: the manifest is what Kubernetes reads, and its scripts run the parts of a plan and add them.</summary>
public class KubernetesTests
{
    private static readonly IReadOnlyList<JsonObject> Documents = Read();

    [Fact]
    public async Task Kubernetes_reads_every_field_of_the_jobs()
    {
        var kubectl = Requires.Program(TestPrerequisites.Kubectl);
        using var folder = new TemporaryFolder();
        foreach (var job in Documents.Where(d => (string)d["kind"]! == "Job"))
        {
            await File.WriteAllTextAsync(folder.PathOf("job.json"), job.ToJsonString());
            // With --local it reads and writes by Kubernetes's types, without a server: a field that they do not have is lost.
            var read = await ChildProcess.RunAsync(
                kubectl, "set", "env", "--local", "-f", folder.PathOf("job.json"), "SEEN=1", "-o", "json");
            read.ExitCode.ShouldBe(0, read.Errors);
            Lost(job, JsonNode.Parse(read.Output), "").ShouldBeEmpty();
        }
    }

    [Fact]
    public void The_parts_are_counted_alike_in_all_four_places()
    {
        var load = Document("Job", "fathom-load")["spec"]!;
        ((string)load["completionMode"]!).ShouldBe("Indexed");
        ((int)load["backoffLimit"]!).ShouldBe(0);
        var parts = (int)load["completions"]!;
        ((int)load["parallelism"]!).ShouldBe(parts);
        foreach (var job in new[] { "fathom-load", "fathom-merge" })
        {
            Environment(job)["PARTS"].ShouldBe($"{parts}", job);
        }
    }

    [Fact]
    public void The_pods_run_the_image_of_deploy_container_as_its_user()
    {
        var tag = Regex.Match(File.ReadAllText(Repository.PathOf("deploy/container/build")), @"tag=\$\{1:-(\S+)\}").Groups[1].Value;
        var user = Regex.Match(File.ReadAllText(Repository.PathOf("deploy/container/Dockerfile")), @"USER (\d+)").Groups[1].Value;
        foreach (var job in new[] { "fathom-load", "fathom-merge" })
        {
            ((string)Container(job)["image"]!).ShouldBe(tag, job);
            var context = Document("Job", job)["spec"]!["template"]!["spec"]!["securityContext"]!;
            ((bool)context["runAsNonRoot"]!).ShouldBeTrue(job);
            $"{context["runAsUser"]}".ShouldBe(user, job);
        }
    }

    [Fact]
    public async Task The_scripts_of_the_pods_run_the_parts_and_merge_them()
    {
        Requires.Present(TestPrerequisites.Unix);
        await using var host = await Stack.Native.StartAsync();
        using var folder = new TemporaryFolder();
        FathomScript.Write(folder);
        var settings = new Dictionary<string, string>
        {
            ["TARGET"] = host.Address.ToString().TrimEnd('/'), ["CALL"] = "fathom.echo.Echo/Unary",
            ["LOAD"] = "-r 300 -z 1s -q --data-format hex -d 0a00",
            ["START"] = DateTimeOffset.FromUnixTimeSeconds(TimeProvider.System.GetUtcNow().ToUnixTimeSeconds() + 1)
                .ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", System.Globalization.CultureInfo.InvariantCulture),
            ["PARTS"] = "2",
        };
        var pods = Enumerable.Range(0, 2).Select(i => RunAsync("fathom-load", folder,
            new Dictionary<string, string>(settings) { ["JOB_COMPLETION_INDEX"] = $"{i}" })).ToList();
        var merge = await RunAsync("fathom-merge", folder, new Dictionary<string, string> { ["PARTS"] = "2", ["PATIENCE"] = "60" });
        (await Task.WhenAll(pods)).ShouldAllBe(p => p.ExitCode == 0);

        merge.Output.ShouldContain("300 of fathom.echo.Echo/Unary", Case.Sensitive, merge.Errors);
        var all = LoadRecordJson.Read(folder.PathOf("all/load.json"));
        (all.Calls, all.Plan.Shard).ShouldBe((300, "1/1"));
        // A busy machine can make any part invalid, and the exit code says so.
        merge.ExitCode.ShouldBe(all.Valid ? 0 : 4);
        all.Verdicts.Select(v => v.Id).ShouldNotContain("part-missing");
    }

    private static Task<ChildResult> RunAsync(string job, TemporaryFolder parts, Dictionary<string, string> environment)
    {
        var container = Container(job);
        var script = (string)container["args"]![0]!;
        var info = new ProcessStartInfo("sh", ["-c", script.Replace("/parts/", $"{parts.Path}/", StringComparison.Ordinal)]);
        foreach (var (name, value) in environment)
        {
            info.Environment[name] = value;
        }

        info.Environment["PATH"] = $"{parts.Path}:{System.Environment.GetEnvironmentVariable("PATH")}";
        return ChildProcess.RunAsync(info);
    }

    private static IEnumerable<string> Lost(JsonNode? given, JsonNode? read, string path) => given switch
    {
        JsonObject fields => fields.SelectMany(f => Lost(f.Value, (read as JsonObject)?[f.Key], $"{path}.{f.Key}")),
        JsonArray items => items.SelectMany((item, i) =>
            Lost(item, read is JsonArray array && i < array.Count ? array[i] : null, $"{path}[{i}]")),
        _ => JsonNode.DeepEquals(given, read) ? [] : [$"{path}: {given?.ToJsonString()} became {read?.ToJsonString() ?? "nothing"}"],
    };

    private static Dictionary<string, string> Environment(string job) => Container(job)["env"]!.AsArray()
        .ToDictionary(e => (string)e!["name"]!, e => (string)e!["value"]!);

    private static JsonNode Container(string job) => Document("Job", job)["spec"]!["template"]!["spec"]!["containers"]![0]!;

    private static JsonObject Document(string kind, string name) =>
        Documents.Single(d => (string)d["kind"]! == kind && (string)d["metadata"]!["name"]! == name);

    private static List<JsonObject> Read()
    {
        var yaml = new DeserializerBuilder().WithAttemptingUnquotedStringTypeDeserialization().Build();
        var json = new SerializerBuilder().JsonCompatible().Build();
        return [.. File.ReadAllText(Repository.PathOf("deploy/kubernetes/load.yaml")).Split("\n---\n")
            .Select(document => (JsonObject)JsonNode.Parse(json.Serialize(yaml.Deserialize<object>(document)!))!)];
    }
}
