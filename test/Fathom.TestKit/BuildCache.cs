using System.Security.Cryptography;
using System.Text;

namespace Fathom.TestKit;

/// <summary>What tests make of sources, such as a foreign program: made once for each content of these, and kept beside what the build
/// leaves.</summary>
public static class BuildCache
{
    /// <summary>The folder of what was made, now or before.</summary>
    /// <param name="name">Its name for readers.</param>
    /// <param name="sources">All that it depends on.</param>
    /// <param name="make">Makes it in a folder, or throws.</param>
    public static async Task<string> FolderAsync(string name, IEnumerable<string> sources, Func<string, Task> make)
    {
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\0', sources))))[..16];
        var folder = Path.Combine(Repository.Root, "artifacts", "foreign", $"{name}-{hash}");
        if (Directory.Exists(folder))
        {
            return folder;
        }

        // Complete or not there: others may make the same meanwhile.
        var made = Directory.CreateDirectory($"{folder}-{Guid.NewGuid():N}");
        try
        {
            await make(made.FullName);
            made.MoveTo(folder);
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            made.Delete(recursive: true);
        }
        catch
        {
            made.Delete(recursive: true);
            throw;
        }

        return folder;
    }

    /// <summary>A program that makes something, as a source: another one makes something else.</summary>
    public static string Tool(string program) => $"{program} {File.GetLastWriteTimeUtc(program):O}";
}
