using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Checks that no two handlers of an assembly handle the same request.</summary>
internal static class RegistrationRules
{
    public static IEnumerable<DiagnosticModel> Check(IReadOnlyList<MediatorResult> results)
    {
        var seen = new Dictionary<string, string>();
        foreach (var (handler, location) in results.SelectMany(r => r.Handlers.Select(h => (h, r.Location)))
            .OrderBy(h => h.h.FullName, StringComparer.Ordinal))
        {
            if (handler.Message.Kind == MessageKind.Notification)
            {
                continue;
            }

            if (seen.TryGetValue(handler.Message.FullName, out var other))
            {
                yield return new DiagnosticModel(
                    MediatorDescriptors.DuplicateHandler.Id, location,
                        new([CSharpName(handler.FullName), CSharpName(handler.Message.FullName), other]));
            }
            else
            {
                seen[handler.Message.FullName] = CSharpName(handler.FullName);
            }
        }
    }

    private static string CSharpName(string fullName) => fullName.Replace("global::", "");
}
