using System.Diagnostics;
using System.Text.Json;
using Fathom.Records;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records;

/// <summary>Our validator beside Debian's python3-jsonschema, on a valid record and on every way of spoiling it.</summary>
public sealed class SchemaAgreementTests : IDisposable
{
    // Reads the schema and one document per line; answers 1 or 0 per line.
    private const string Program = """
        import json, sys
        from jsonschema import Draft202012Validator as V
        schema = json.load(open(sys.argv[1]))
        V.check_schema(schema)
        v = V(schema)
        for line in open(sys.argv[2], encoding='utf-8'):
            print(1 if v.is_valid(json.loads(line)) else 0)
        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-schema-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Another_validator_agrees_on_valid_and_on_spoilt_records()
    {
        var valid = RunRecordJson.Serialize(SyntheticRecords.Small() with { Trials = [.. SyntheticRecords.Small().Trials.Take(1)] });
        List<(string What, byte[] Json)> documents = [("valid", RecordMutations.With(valid, "", _ => { })), .. RecordMutations.All(valid)];
        var theirs = Ask(documents);
        var ours = documents.ConvertAll(d =>
        {
            using var document = JsonDocument.Parse(d.Json);
            return RunRecordSchema.Validate(document.RootElement).Count == 0;
        });

        documents.Zip(ours, theirs).Where(d => d.Second != d.Third).Select(d => $"{d.First.What}: ours {d.Second}, theirs {d.Third}")
            .ShouldBeEmpty();
        ours[0].ShouldBeTrue();
        // Both answers must come up often, or their agreement would say nothing.
        ours.Count(v => v).ShouldBeGreaterThan(50);
        ours.Count(v => !v).ShouldBeGreaterThan(500);
    }

    private List<bool> Ask(List<(string What, byte[] Json)> documents)
    {
        var lines = Path.Combine(_folder.FullName, "documents");
        File.WriteAllLines(lines, documents.Select(d => System.Text.Encoding.UTF8.GetString(d.Json)));
        var start = new ProcessStartInfo(Requires.Program(TestPrerequisites.PythonJsonSchema)) { RedirectStandardOutput = true };
        foreach (var argument in new[] { "-c", Program, Repository.PathOf("src/Fathom.Records/fathom.run.1.schema.json"), lines })
        {
            start.ArgumentList.Add(argument);
        }

        using (var process = Process.Start(start)!)
        {
            var answers = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            process.ExitCode.ShouldBe(0);
            return [.. answers.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(a => a == "1")];
        }
    }
}
