using System.Text.RegularExpressions;
using System.Xml.Linq;
using Fathom.Doctor;
using Fathom.Studies;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>The walk of ARCHITECTURE.md, "Where does a change go?", is true: what is added touches its own files and one list.</summary>
public partial class WalkTests
{
    private static readonly IReadOnlyDictionary<string, string> Sources = Directory
        .GetFiles(Repository.PathOf("src"), "*.cs", SearchOption.AllDirectories)
        .ToDictionary(f => Path.GetRelativePath(Repository.Root, f).Replace('\\', '/'), File.ReadAllText);

    // A search of every source for every name would take a second.
    private static readonly Lazy<ILookup<string, string>> FilesByWord = new(() => Sources
        .SelectMany(s => Word().Matches(s.Value).Select(m => (Word: m.Value, File: s.Key)).Distinct()).ToLookup(w => w.Word, w => w.File));

    [Fact]
    public void A_cause_is_named_in_its_own_folder_by_studies_and_in_the_doctors_list_alone()
    {
        var causes = StudyCatalog.All.SelectMany(s => s.Causes).Concat(DoctorCauses.All).Select(c => c.GetType().Name).Distinct()
            .ToList();
        causes.Count.ShouldBeGreaterThan(10);
        foreach (var cause in causes)
        {
            var own = Folder(Declaring(cause));
            NamedIn(cause).Where(f => Folder(f) != own && f != "src/Fathom.Doctor/DoctorCauses.cs")
                .ShouldAllBe(f => f.StartsWith("src/Fathom.Studies/", StringComparison.Ordinal), cause);
        }
    }

    [Fact]
    public void An_intervention_and_a_probe_are_named_in_their_own_file_and_in_one_list()
    {
        foreach (var (list, folder) in new[]
        {
            ("src/Fathom.Doctor/Interventions/InterventionCatalog.cs", "src/Fathom.Doctor/Interventions/"),
            ("src/Fathom.Doctor/Probes/Runtime/RuntimeProbes.cs", "src/Fathom.Doctor/Probes/Runtime/"),
            ("src/Fathom.Doctor/Probes/Linux/ProcProbes.cs", "src/Fathom.Doctor/Probes/Linux/"),
        })
        {
            var own = Sources.Where(s => s.Key.StartsWith(folder, StringComparison.Ordinal) && s.Key != list
                && Derived().IsMatch(s.Value)).Select(s => s.Key).ToList();
            own.Count.ShouldBeGreaterThan(2, folder);
            foreach (var file in own)
            {
                NamedAsCode(Path.GetFileNameWithoutExtension(file)).Where(f => f != file).ShouldHaveSingleItem(file).ShouldBe(list);
            }
        }
    }

    [Fact]
    public void A_study_is_named_in_its_own_folder_and_in_the_catalogue_alone()
    {
        var folders = Directory.GetDirectories(Repository.PathOf("src/Fathom.Studies")).Select(f => Path.GetFileName(f)!).ToList();
        folders.Count.ShouldBeGreaterThanOrEqualTo(StudyCatalog.All.Count);
        foreach (var folder in StudyCatalog.All.Select(s => folders.Single(f => f.Equals(s.Name, StringComparison.OrdinalIgnoreCase))))
        {
            NamedIn(folder).Where(f => Regex.IsMatch(Sources[f], $@"\bFathom\.Studies\.{folder}\b"))
                .Where(f => !f.StartsWith($"src/Fathom.Studies/{folder}/", StringComparison.Ordinal))
                .ShouldHaveSingleItem(folder).ShouldBe(Declaring("StudyCatalog"));
        }
    }

    [Fact]
    public void Nothing_branches_on_the_name_of_a_study()
    {
        foreach (var (file, text) in Sources.Where(s => Laboratory().IsMatch(s.Key)))
        {
            Branch().IsMatch(text).ShouldBeFalse(file);
        }
    }

    [Fact]
    public void A_command_is_named_in_its_own_file_and_in_one_more()
    {
        var commands = Sources.Keys.Where(f => CommandFile().IsMatch(f)).ToList();
        commands.Count.ShouldBeGreaterThan(5);
        foreach (var file in commands)
        {
            NamedIn(Path.GetFileNameWithoutExtension(file)).Where(f => f != file).ShouldHaveSingleItem(file);
        }
    }

    [Fact]
    public void A_subject_is_a_folder_and_a_line_of_the_solution()
    {
        var solution = XDocument.Load(Repository.PathOf("Fathom.slnx")).Descendants("Project").Select(p => (string)p.Attribute("Path")!)
            .ToList();
        var subjects = Directory.GetFiles(Repository.PathOf("subjects"), "*.csproj", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(Repository.Root, f).Replace('\\', '/')).ToList();
        subjects.Count.ShouldBeGreaterThan(4);
        foreach (var subject in subjects)
        {
            solution.ShouldContain(subject);
            // Shared code has the name of the project's family.
            Sources.Where(s => s.Value.Contains(Path.GetFileNameWithoutExtension(subject) + ".", StringComparison.Ordinal))
                .ShouldBeEmpty($"{subject} is started as a process and never referenced");
        }
    }

    private static string Declaring(string type) => NamedIn(type).Single(f =>
        Regex.IsMatch(Sources[f], $@"\b(?:class|record|struct|interface) {type}\b"));

    private static IEnumerable<string> NamedIn(string type) => FilesByWord.Value[type];

    private static IEnumerable<string> NamedAsCode(string type) => NamedIn(type).Where(f => Regex.IsMatch(Sources[f], $@"new {type}\("));

    [GeneratedRegex(@"\w+")]
    private static partial Regex Word();

    [GeneratedRegex(@"class \w+(?:\([^)]*\))? : (?:Intervention|IRuntimeProbe|IProcProbe)\b")]
    private static partial Regex Derived();

    private static string Folder(string file) => Path.GetDirectoryName(file)!.Replace('\\', '/');

    [GeneratedRegex("\\bStudy(?:\\.Name)? (?:==|!=|is(?: not)?|switch) *\"")]
    private static partial Regex Branch();

    [GeneratedRegex(@"^src/Fathom\.(?:Records|Diagnosis|Machines|Doctor|Studies)/")]
    private static partial Regex Laboratory();

    [GeneratedRegex(@"^src/Fathom\.Cli/Commands/(?:.*/)?\w+Command\.cs$")]
    private static partial Regex CommandFile();
}
