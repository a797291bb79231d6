using Fathom.SubjectProtocol.Runners;

namespace Fathom.TestKit;

/// <summary>The subjects that the build left: those of studies, and those of tests alone.</summary>
public static class BuiltSubjects
{
    /// <summary>Full path of the folder of the subjects of studies.</summary>
    public static string Folder { get; } = FolderOf("subjects");

    /// <summary>The subjects of studies.</summary>
    public static SubjectCatalog Catalog { get; } = new(Folder);

    /// <summary>The subjects that only tests start.</summary>
    public static SubjectCatalog OfTests { get; } = new(FolderOf("test-subjects"));

    private static string FolderOf(string name) => Path.Combine(Repository.Root, "artifacts", name, FathomProcess.Configuration);
}
