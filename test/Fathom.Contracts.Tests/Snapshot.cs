namespace Fathom.Contracts.Tests;

/// <summary>Text held to a file; FATHOM_UPDATE_SNAPSHOTS=1 rewrites the file.</summary>
internal static class Snapshot
{
    public static void Check(string path, string actual)
    {
        if (Environment.GetEnvironmentVariable("FATHOM_UPDATE_SNAPSHOTS") == "1")
        {
            File.WriteAllText(path, actual);
        }

        File.Exists(path).ShouldBeTrue($"{Path.GetFileName(path)} is missing: FATHOM_UPDATE_SNAPSHOTS=1 dotnet test writes it");
        actual.ShouldBe(File.ReadAllText(path), $"{Path.GetFileName(path)}: FATHOM_UPDATE_SNAPSHOTS=1 dotnet test rewrites it");
    }
}
