using System.Text.RegularExpressions;
using System.Xml.Linq;
using Fathom.TestKit;
using static Fathom.Tests.House.FolderReferences;

namespace Fathom.Tests.House;

/// <summary>References point down, between projects and between the folders of a project.</summary>
public partial class ReferenceTests
{
    // Who may stand on whom, directly.
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Fathom.Wire"] = [],
        ["Fathom.Statistics"] = [],
        ["Fathom.Link"] = [],
        ["Fathom.Load"] = ["Fathom.Statistics"],
        ["Fathom.Load.Grpc"] = ["Fathom.Load", "Fathom.Transport"],
        ["Fathom.SubjectProtocol"] = [],
        ["Fathom.Contracts"] = [],
        ["Fathom.Contracts.Generator"] = [],
        ["Fathom.Schema"] = ["Fathom.Transport", "Fathom.Contracts"],
        ["Fathom.Transport"] = ["Fathom.Wire"],
        ["Fathom.Transport.AspNetCore"] = ["Fathom.Transport"],
        ["Fathom.Transport.Hosting"] = ["Fathom.Transport"],
        ["Fathom.Transport.Protobuf"] = ["Fathom.Transport"],
        ["Fathom.Mediator"] = ["Fathom.Transport", "Fathom.Contracts"],
        ["Fathom.Records"] = ["Fathom.Load", "Fathom.Statistics"],
        ["Fathom.Diagnosis"] = ["Fathom.Records"],
        ["Fathom.Machines"] = ["Fathom.Records", "Fathom.SubjectProtocol"],
        ["Fathom.Doctor"] = ["Fathom.Diagnosis", "Fathom.Machines", "Fathom.Link", "Fathom.Transport"],
        ["Fathom.Studies"] = ["Fathom.Diagnosis", "Fathom.Machines", "Fathom.Link", "Fathom.SubjectProtocol"],
        ["Fathom.Cli"] =
        [
            "Fathom.Doctor", "Fathom.Studies", "Fathom.Load.Grpc", "Fathom.Schema", "Fathom.SubjectProtocol", "Fathom.Contracts",
            "Fathom.Mediator",
        ],
    };

    [Fact]
    public void Projects_reference_only_what_stands_below_them()
    {
        var projects = Directory.GetFiles(Repository.PathOf("src"), "*.csproj", SearchOption.AllDirectories);
        projects.ShouldNotBeEmpty();
        foreach (var project in projects)
        {
            var name = Path.GetFileNameWithoutExtension(project);
            Allowed.ShouldContainKey(name, "a new project needs its place in the house: ARCHITECTURE.md and this test");
            var references = XDocument.Load(project).Descendants("ProjectReference")
                // Built beside it and not referenced by code: the subjects of fathom.
                .Where(r => (string?)r.Attribute("ReferenceOutputAssembly") != "false")
                .Select(r => Path.GetFileNameWithoutExtension(((string)r.Attribute("Include")!).Replace('\\', '/')));
            references.ShouldBeSubsetOf(Allowed[name]);
        }
    }

    [Fact]
    public void Folders_of_a_project_do_not_reference_each_other_in_a_circle()
    {
        foreach (var project in Directory.GetDirectories(Repository.PathOf("src")))
        {
            var edges = FolderEdges(project);
            var done = new HashSet<string>();
            foreach (var folder in edges.Keys)
            {
                RefuseCircle(folder, []);
            }

            void RefuseCircle(string folder, List<string> path)
            {
                path.ShouldNotContain(folder, $"{Path.GetFileName(project)}: {string.Join(" -> ", path)} -> {folder}");
                if (!done.Contains(folder))
                {
                    foreach (var next in edges.GetValueOrDefault(folder, []))
                    {
                        RefuseCircle(next, [.. path, folder]);
                    }

                    done.Add(folder);
                }
            }
        }
    }

    // Of the laboratory's projects; what else a folder uses is its project's affair.
    [Theory]
    [InlineData("Machines/Kernel", "it is the bottom")]
    [InlineData("Machines/Watching", "it reads the machine", "Machines.Kernel")]
    [InlineData("Records/Reports", "reports stand on records alone", "Records.Doctors", "Records.Loads", "Records.Words")]
    [InlineData("Diagnosis/Observations", "what is observed knows no cause", "Records.Words")]
    [InlineData("Diagnosis/Causes", "a cause knows no study", "Records", "Diagnosis.Observations")]
    [InlineData("Diagnosis/Experiments", "an experiment knows no mechanism")]
    [InlineData("Diagnosis/Mechanisms", "a mechanism predicts, and judges nothing", "Records", "Diagnosis.Experiments")]
    [InlineData("Doctor/Probes", "a probe observes and judges nothing", "Machines", "Diagnosis.Experiments", "Diagnosis.Observations",
        "Records.Words")]
    [InlineData("Doctor/Interventions", "a change knows no cause", "Machines.Kernel", "Machines.Prerequisites", "Diagnosis.Observations",
        "Records.Words")]
    public void A_folder_of_the_laboratory_stands_on_those_below_it_alone(string folder, string why, params string[] below)
    {
        var used = Sources(Repository.PathOf("src/Fathom." + folder)).SelectMany(Usings).Where(u => Laboratory().IsMatch(u)).Distinct();
        used.Where(u => !below.Append(folder.Replace('/', '.')).Any(b => IsIn("Fathom." + b, u))).ShouldBeEmpty(why);
    }

    [Fact]
    public void Studies_do_not_know_what_runs_them() =>
        Sources(Repository.PathOf("src/Fathom.Studies"))
            .Where(f => !f.StartsWith(Repository.PathOf("src/Fathom.Studies/Running"), StringComparison.Ordinal))
            .SelectMany(Usings).ShouldNotContain(u => IsIn("Fathom.Studies.Running", u));

    [Fact]
    public void A_file_has_the_namespace_of_its_folder()
    {
        foreach (var project in Directory.GetDirectories(Repository.PathOf("src")))
        {
            foreach (var file in Sources(project))
            {
                var expected = string.Join('.', Path.GetRelativePath(Path.GetDirectoryName(project)!, Path.GetDirectoryName(file)!)
                    .Split(Path.DirectorySeparatorChar));
                var found = Namespace().Match(File.ReadAllText(file));
                // What the compiler looks for by name where the framework is too old to have it.
                if (found.Success && found.Groups[1].Value != "System.Runtime.CompilerServices")
                {
                    found.Groups[1].Value.ShouldBe(expected, Path.GetRelativePath(Repository.Root, file));
                }
            }
        }
    }

    private static bool IsIn(string outer, string name) => name == outer || name.StartsWith(outer + ".", StringComparison.Ordinal);

    [GeneratedRegex(@"^Fathom\.(?:Records|Diagnosis|Machines|Doctor|Studies)\b")]
    private static partial Regex Laboratory();

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex Namespace();
}
