using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>Checks the names of messages and services, and the imports between packages, of an assembly.</summary>
internal static class PackageRules
{
    public static IEnumerable<DiagnosticModel> Check(
        IReadOnlyList<ContractResult> contracts, IReadOnlyList<ServiceResult> services, IReadOnlyList<ProtoFileModel> files)
    {
        var messages = new Dictionary<string, string>();
        return DuplicateMessages(contracts, messages).Concat(DuplicateServices(services, messages)).Concat(Cycles(files));
    }

    private static IEnumerable<DiagnosticModel> DuplicateMessages(IReadOnlyList<ContractResult> results, Dictionary<string, string> seen)
    {
        foreach (var result in results.Where(r => r.Contract is not null).OrderBy(r => r.Contract!.FullName, StringComparer.Ordinal))
        {
            var contract = result.Contract!;
            var (name, type) = ($"{contract.Package}.{contract.ProtoName}", CSharpName(contract.FullName));
            if (seen.TryGetValue(name, out var other))
            {
                yield return new DiagnosticModel(Descriptors.DuplicateName.Id, result.Location, new([contract.ProtoName, type, other]));
            }

            seen[name] = type;
        }
    }

    private static IEnumerable<DiagnosticModel> DuplicateServices(IReadOnlyList<ServiceResult> results, Dictionary<string, string> messages)
    {
        var seen = new Dictionary<string, string>();
        foreach (var result in results.Where(r => r.Service is not null).OrderBy(r => r.Service!.FullName, StringComparer.Ordinal))
        {
            var service = result.Service!;
            var (name, type) = ($"{service.Package}.{service.ProtoName}", CSharpName(service.FullName));
            if (messages.TryGetValue(name, out var message))
            {
                yield return new DiagnosticModel(Descriptors.DuplicateName.Id, result.Location, new([service.ProtoName, type, message]));
            }

            if (seen.TryGetValue(name, out var other))
            {
                yield return new DiagnosticModel(Descriptors.DuplicateService.Id, result.Location, new([service.GrpcName, type, other]));
            }

            seen[name] = type;
        }
    }

    // Each pair of packages is reported once, for the first of them in ordinal order.
    private static IEnumerable<DiagnosticModel> Cycles(IReadOnlyList<ProtoFileModel> files)
    {
        var imports = files.ToDictionary(f => f.Package, f => f.Imports);
        foreach (var file in files)
        {
            if (file.Imports.FirstOrDefault(i => string.CompareOrdinal(file.Package, i) < 0 && Reaches(i, file.Package, [])) is { } other)
            {
                yield return DiagnosticModel.At(Descriptors.PackageCycle, null, file.Package, other);
            }
        }

        bool Reaches(string from, string to, HashSet<string> visited) => from == to
            || (visited.Add(from) && imports.TryGetValue(from, out var next) && next.Any(n => Reaches(n, to, visited)));
    }

    private static string CSharpName(string fullName) => fullName.Replace("global::", "");
}
